import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { Problem } from '#lib/errors.ts';

/** 32 MiB and three passes a guess (OWASP's setting for scrypt). Kept in each hash, so it can be raised later. */
const cost = { ln: 15, r: 8, p: 3 };
const keyBytes = 32;

/** scrypt holds a thread of the pool that files and name look-ups share; the rest waits here. */
const maxRunning = 2;
const maxWaiting = 64;
let running = 0;
const waiting: (() => void)[] = [];

/** A PHC string: `$scrypt$ln=15,r=8,p=3$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, cost);
  return `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${encode(salt)}$${encode(hash)}`;
}

/** Whether the password made this hash. Without a hash it works as long and answers false. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const parts = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored ?? '');
  const [, ln, r, p, salt, hash] = parts ?? [];
  if (!salt || !hash) {
    await derive(password, randomBytes(16), cost);
    return false;
  }
  const expected = Buffer.from(hash, 'base64');
  const derived = await derive(password, Buffer.from(salt, 'base64'), {
    ln: Number(ln),
    r: Number(r),
    p: Number(p),
  });
  return derived.length === expected.length && timingSafeEqual(derived, expected);
}

async function derive(password: string, salt: Buffer, { ln, r, p }: typeof cost): Promise<Buffer> {
  await enter();
  try {
    const N = 2 ** ln;
    return await new Promise((resolve, reject) => {
      // The same letters typed on another keyboard may be composed differently.
      scrypt(password.normalize('NFKC'), salt, keyBytes, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
        error ? reject(error) : resolve(key),
      );
    });
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

async function enter(): Promise<void> {
  if (running >= maxRunning) {
    if (waiting.length >= maxWaiting) {
      throw new Problem(
        'unavailable',
        'Too many people are signing in at once. Try again in a few seconds.',
        {
          retryAfterSeconds: 5,
        },
      );
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  running += 1;
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
