import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MemoryBudget } from './memory-budget.ts';

/** Lets every promise that can settle do so. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('what fits beside the others runs beside them, and what does not waits until room is given back', async () => {
  const budget = new MemoryBudget(1000);
  const first = await budget.take(600);
  await budget.take(400);
  let entered = false;
  const third = budget.take(500).then((release) => {
    entered = true;
    return release;
  });
  await settled();
  expect(entered).toBe(false);
  first();
  (await third)();
  expect(entered).toBe(true);
});

test('what needs more than there is runs alone', async () => {
  const budget = new MemoryBudget(1000);
  const small = await budget.take(1);
  const order: string[] = [];
  const huge = budget.take(50_000).then((release) => {
    order.push('huge');
    return release;
  });
  const after = budget.take(1).then((release) => {
    order.push('after');
    return release;
  });
  small();
  const release = await huge;
  await settled();
  expect(order).toEqual(['huge']);
  release();
  await after;
  expect(order).toEqual(['huge', 'after']);
});

test('small ones do not pass a large one that came before them', async () => {
  const budget = new MemoryBudget(1000);
  const first = await budget.take(900);
  const order: string[] = [];
  const large = budget.take(800).then(() => order.push('large'));
  const small = budget.take(50).then(() => order.push('small'));
  await settled();
  expect(order).toEqual([]);
  first();
  await Promise.all([large, small]);
  expect(order).toEqual(['large', 'small']);
});

test('who leaves the line lets those behind in', async () => {
  const budget = new MemoryBudget(1000);
  await budget.take(900);
  const leaving = new AbortController();
  const large = budget.take(800, leaving.signal);
  const small = budget.take(50);
  leaving.abort(new Error('left the line'));
  await expect(large).rejects.toThrow('left the line');
  await small;
});

test('room that is given back twice is there once', async () => {
  const budget = new MemoryBudget(100);
  const release = await budget.take(100);
  release();
  release();
  await budget.take(100);
  let entered = false;
  void budget.take(1).then(() => {
    entered = true;
  });
  await settled();
  expect(entered).toBe(false);
});

test('whatever is asked for in whatever order, the sum stays within the budget and everyone gets a turn', async () => {
  const asks = fc.array(
    fc.record({ mb: fc.integer({ min: 1, max: 3000 }), turns: fc.integer({ min: 0, max: 4 }) }),
    {
      maxLength: 30,
    },
  );
  await fc.assert(
    fc.asyncProperty(asks, async (wanted) => {
      const budget = new MemoryBudget(1000);
      let used = 0;
      const work = wanted.map(async ({ mb, turns }) => {
        const release = await budget.take(mb);
        used += Math.min(mb, 1000);
        expect(used).toBeLessThanOrEqual(1000);
        for (let turn = 0; turn < turns; turn += 1) await settled();
        used -= Math.min(mb, 1000);
        release();
      });
      await Promise.all(work);
      expect(used).toBe(0);
    }),
    { numRuns: 50 },
  );
});
