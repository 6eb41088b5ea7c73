import { expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

it('verifies with the parameters inside the hash', async () => {
  const hash = await hashPassword('Grüße aus Köln');
  expect(hash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await verifyPassword('Grüße aus Köln', hash)).toBe(true);
  expect(await verifyPassword('Grüße aus Köln'.normalize('NFD'), hash)).toBe(true);
  expect(await verifyPassword('Grüße aus Bonn', hash)).toBe(false);
  // scrypt's own test vector (RFC 7914 §12) at N=1024, as another installation might have stored it.
  const vector = '$scrypt$ln=10,r=8,p=16$TmFDbA$/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWI';
  expect(await verifyPassword('password', vector)).toBe(true);
});

it('gives two people with one password two hashes', async () => {
  expect(await hashPassword('the same')).not.toBe(await hashPassword('the same'));
});

it('takes what is no hash for a password that is wrong', async () => {
  expect(await verifyPassword('', 'none')).toBe(false);
  expect(await verifyPassword('x', undefined)).toBe(false);
});
