/**
 * `work` for many callers, one call of it at a time: what is asked for while one runs is done together by the next, up
 * to `most` items a call, though one caller's items are never parted. Each caller gets the results of its own items,
 * in their order. Where a call fails, all whose items were in it are told.
 */
export function gathered<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  most: number,
): (items: readonly Item[]) => Promise<readonly Result[]> {
  let waiting: Asked<Item, Result>[] = [];
  let isRunning = false;

  const run = async () => {
    isRunning = true;
    // What is asked for within this turn of the event loop comes along.
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const together = take(waiting, most);
      waiting = waiting.slice(together.length);
      try {
        const results = await work(together.flatMap(({ items }) => items));
        let start = 0;
        for (const { items, answered } of together) {
          answered.resolve(results.slice(start, start + items.length));
          start += items.length;
        }
      } catch (error) {
        for (const { answered } of together) answered.reject(error);
      }
    }
    isRunning = false;
  };

  return (items) => {
    if (items.length === 0) return Promise.resolve([]);
    const answered = Promise.withResolvers<readonly Result[]>();
    waiting.push({ items, answered });
    if (!isRunning) void run();
    return answered.promise;
  };
}

interface Asked<Item, Result> {
  items: readonly Item[];
  answered: PromiseWithResolvers<readonly Result[]>;
}

function take<Item, Result>(waiting: readonly Asked<Item, Result>[], most: number): Asked<Item, Result>[] {
  let total = 0;
  const end = waiting.findIndex(({ items }, index) => {
    total += items.length;
    return index > 0 && total > most;
  });
  return waiting.slice(0, end < 0 ? waiting.length : end);
}
