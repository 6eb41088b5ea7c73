import { expect, it } from 'vitest';
import { cheapPasswordHash } from '#test/people.ts';
import { hashPassword, verifyPassword } from './password.ts';

it('makes hashes of the cost that holds now, of one password two', async () => {
  const [one, other] = await Promise.all([hashPassword('the same'), hashPassword('the same')]);
  expect(one).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(other).not.toBe(one);
  expect(await verifyPassword('the same', one)).toBe(true);
});

it('verifies with the parameters inside the hash', async () => {
  const hash = cheapPasswordHash('Grüße aus Köln');
  expect(await verifyPassword('Grüße aus Köln', hash)).toBe(true);
  expect(await verifyPassword('Grüße aus Köln'.normalize('NFD'), hash)).toBe(true);
  expect(await verifyPassword('Grüße aus Bonn', hash)).toBe(false);
  // scrypt's own test vector (RFC 7914 §12) at N=1024, as another installation might have stored it.
  const vector = '$scrypt$ln=10,r=8,p=16$TmFDbA$/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWI';
  expect(await verifyPassword('password', vector)).toBe(true);
});

it('takes what is no hash for a password that is wrong', async () => {
  expect(await verifyPassword('', 'none')).toBe(false);
  expect(await verifyPassword('x', undefined)).toBe(false);
});
