import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { ChildCrashed, ChildFailed, ChildTimeout } from '#lib/child/child-errors.ts';
import { ChildPool, type ChildPoolOptions } from '#lib/child/child-pool.ts';
import { MemoryBudget } from '#lib/child/memory-budget.ts';
import { runInChild } from '#lib/child/run-in-child.ts';
import type { OddRequest } from '#test/processes/odd-child.ts';

const entry = 'test/processes/odd-child.ts';
const open: ChildPool<OddRequest, unknown>[] = [];

function pool(options: Partial<ChildPoolOptions> = {}): ChildPool<OddRequest, unknown> {
  const made = new ChildPool<OddRequest, unknown>({ entry, size: 1, recycleAfter: 100, ...options });
  open.push(made);
  return made;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

const soon = { deadlineMs: 20_000 };
const pidOf = async (each: ChildPool<OddRequest, unknown>) =>
  ((await each.run({ do: 'echo', value: 0 }, soon)) as { pid: number }).pid;

test('a buffer goes to the child and back unchanged', async () => {
  const value = Buffer.from([0, 255, 128]);
  const answer = (await pool().run({ do: 'echo', value }, soon)) as { value: Uint8Array };
  expect(Buffer.from(answer.value)).toEqual(value);
});

test('the deadline kills a child in an endless loop, and the pool goes on with another', async () => {
  const each = pool();
  const first = await pidOf(each);
  const before = performance.now();
  await expect(each.run({ do: 'spin' }, { deadlineMs: 300 })).rejects.toThrow(ChildTimeout);
  expect(performance.now() - before).toBeLessThan(1500);
  await vi.waitFor(() => expect(() => process.kill(first, 0)).toThrow());
  expect(await pidOf(each)).not.toBe(first);
});

test('a child that exits is reported with its last words, and the pool goes on', async () => {
  const each = pool();
  const crash = each.run({ do: 'exit' }, soon);
  await expect(crash).rejects.toThrow(ChildCrashed);
  await expect(crash).rejects.toThrow(/code 3: the last words of the child/);
  expect(await pidOf(each)).toBeGreaterThan(0);
});

test('what the work throws comes back with its message and code, and the child stays', async () => {
  const each = pool();
  const pid = await pidOf(each);
  const failure = each.run({ do: 'fail', message: 'no such colour', code: 'colour' }, soon);
  await expect(failure).rejects.toThrow(ChildFailed);
  await expect(failure).rejects.toMatchObject({ message: 'no such colour', code: 'colour' });
  expect(await pidOf(each)).toBe(pid);
});

test('a child that prints without end is drained and neither blocks nor fills memory', async () => {
  const each = pool();
  expect(await each.run({ do: 'shout', bytes: 50 * 1024 ** 2 }, soon)).toBe('done');
});

test('a child that takes more memory than it may have is ended and says so', async () => {
  const each = pool({ maxRssBytes: 300 * 1024 ** 2 });
  await expect(each.run({ do: 'hoard' }, soon)).rejects.toMatchObject({ outOfMemory: true });
});

test('a child is replaced after the number of requests it may serve', async () => {
  const each = pool({ recycleAfter: 2 });
  const pids = [await pidOf(each), await pidOf(each), await pidOf(each)];
  expect(pids[0]).toBe(pids[1]);
  expect(pids[2]).not.toBe(pids[1]);
});

test('requests beyond the size wait for their turn', async () => {
  const each = pool({ size: 2 });
  const pids = await Promise.all(Array.from({ length: 8 }, () => pidOf(each)));
  expect(new Set(pids).size).toBe(2);
});

test('an aborted request kills its child, and an aborted wait leaves the line', async () => {
  const each = pool();
  const running = new AbortController();
  const waiting = new AbortController();
  const first = each.run({ do: 'wait' }, { ...soon, signal: running.signal });
  const second = each.run({ do: 'wait' }, { ...soon, signal: waiting.signal });
  waiting.abort(new Error('left the line'));
  await expect(second).rejects.toThrow('left the line');
  running.abort(new Error('stopped'));
  await expect(first).rejects.toThrow('stopped');
  expect(await pidOf(each)).toBeGreaterThan(0);
});

test('closing rejects what runs and what waits', async () => {
  const each = pool();
  const requests = [each.run({ do: 'wait' }, soon), each.run({ do: 'wait' }, soon)];
  const settled = Promise.allSettled(requests);
  await each.close();
  expect((await settled).map((result) => result.status)).toEqual(['rejected', 'rejected']);
});

test('pools that share memory run what fits beside each other, and what needs more than all of it alone', async () => {
  const memory = new MemoryBudget(1000);
  const [one, other] = [pool({ memory }), pool({ memory })];
  const running = new AbortController();
  const first = one.run({ do: 'wait' }, { ...soon, needMb: 600, signal: running.signal });
  expect(await other.run({ do: 'echo', value: 1 }, { ...soon, needMb: 400 })).toMatchObject({ value: 1 });
  let answered = false;
  const large = other.run({ do: 'echo', value: 2 }, { ...soon, needMb: 5000 }).then((answer) => {
    answered = true;
    return answer;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(answered).toBe(false);
  running.abort(new Error('stopped'));
  await expect(first).rejects.toThrow('stopped');
  expect(await large).toMatchObject({ value: 2 });
});

test('a child that crashes gives its memory back', async () => {
  const each = pool({ memory: new MemoryBudget(1000) });
  await expect(each.run({ do: 'exit' }, { ...soon, needMb: 1000 })).rejects.toThrow(ChildCrashed);
  expect(await each.run({ do: 'echo', value: 1 }, { ...soon, needMb: 1000 })).toMatchObject({ value: 1 });
});

test('closing rejects what waits for memory that another pool holds', async () => {
  const memory = new MemoryBudget(1000);
  const [holder, waiter] = [pool({ memory }), pool({ memory })];
  const held = holder.run({ do: 'wait' }, { ...soon, needMb: 1000 });
  const waiting = waiter.run({ do: 'wait' }, { ...soon, needMb: 10 });
  const settled = Promise.allSettled([held, waiting]);
  await waiter.close();
  await expect(waiting).rejects.toThrow('the pool is closed');
  await holder.close();
  expect((await settled).map((result) => result.status)).toEqual(['rejected', 'rejected']);
});

test('a child gets no secret of its parent', async () => {
  vi.stubEnv('AUTH_SECRET', 'not-for-children');
  vi.stubEnv('DATABASE_URL', 'postgres://not-for-children');
  const environment = await runInChild<OddRequest, object>(entry, { do: 'environment' }, soon);
  expect(JSON.stringify(environment)).not.toContain('not-for-children');
  expect(environment).toMatchObject({ MALLOC_ARENA_MAX: '2' });
  vi.unstubAllEnvs();
});

test('a file that does not exist is a crash, not a hang', async () => {
  await expect(runInChild('test/processes/absent.ts', {}, soon)).rejects.toThrow(ChildCrashed);
});

test.runIf(existsSync('/proc/self'))('the death of the parent ends its child', async () => {
  const parent = spawn(process.execPath, ['test/processes/parent-that-dies.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = await new Promise<number>((resolve) =>
    parent.stdout.once('data', (text: Buffer) => resolve(Number(text.toString()))),
  );
  expect(existsSync(`/proc/${pid}`)).toBe(true);
  parent.kill('SIGKILL');
  await vi.waitFor(() => expect(existsSync(`/proc/${pid}`)).toBe(false), { timeout: 10_000 });
});
