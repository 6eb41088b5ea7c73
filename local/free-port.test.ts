import { expect, test } from 'vitest';
import { freePort, holdPort } from './free-port.ts';

test('a port that is held is given to nobody else until it is released', async () => {
  const wanted = 28_000 + (process.pid % 1000);
  const held = await holdPort(wanted);
  const other = await holdPort(held.port);
  expect(other.port).toBeGreaterThan(held.port);
  await held.release();
  expect(await freePort(held.port)).toBe(held.port);
  await other.release();
});

test('where no port is left, a sentence says so', async () => {
  await expect(freePort(32_768)).rejects.toThrow('No free port from 32768 to 32767.');
});
