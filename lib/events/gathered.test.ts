import { describe, expect, it } from 'vitest';
import { gathered } from './gathered.ts';

/** Work whose calls are seen, and end when they are let. */
function watched() {
  const calls: { items: readonly number[]; end: PromiseWithResolvers<void> }[] = [];
  let look = () => {};
  const ask = gathered<number, string>(async (items) => {
    const end = Promise.withResolvers<void>();
    calls.push({ items, end });
    look();
    await end.promise;
    return items.map(String);
  }, 5);
  const sees = (count: number) =>
    new Promise<void>((resolve) => {
      look = () => {
        if (calls.length >= count) resolve();
      };
      look();
    });
  return { ask, calls, sees };
}

describe('gathered work', () => {
  it('does together what is asked for while it runs, and answers each caller with its own', async () => {
    const { ask, calls, sees } = watched();
    const first = ask([1]);
    await sees(1);
    const others = [ask([2, 3]), ask([4])];
    calls[0]?.end.resolve();
    await sees(2);
    calls[1]?.end.resolve();
    expect(await first).toEqual(['1']);
    expect(await Promise.all(others)).toEqual([['2', '3'], ['4']]);
    expect(calls.map(({ items }) => items)).toEqual([[1], [2, 3, 4]]);
  });

  it('takes no more at a time than it may, and parts nobody’s items', async () => {
    const { ask, calls, sees } = watched();
    const all = Promise.all([ask([1, 2]), ask([3, 4, 5]), ask([6, 7, 8, 9, 10, 11]), ask([12])]);
    for (let call = 1; call <= 3; call += 1) {
      await sees(call);
      calls[call - 1]?.end.resolve();
    }
    await all;
    expect(calls.map(({ items }) => items)).toEqual([[1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11], [12]]);
  });

  it('tells of a failure those alone whose items were in it', async () => {
    const { ask, calls, sees } = watched();
    const first = ask([1]);
    await sees(1);
    const second = ask([2]);
    calls[0]?.end.reject(new Error('the broker is away'));
    await expect(first).rejects.toThrow('the broker is away');
    await sees(2);
    calls[1]?.end.resolve();
    expect(await second).toEqual(['2']);
  });

  it('does nothing for nobody', async () => {
    const { ask, calls } = watched();
    expect(await ask([])).toEqual([]);
    expect(calls).toEqual([]);
  });
});
