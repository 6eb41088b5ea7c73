/**
 * Calls `work` now and `ms` after each end of it, one call at a time. `stop` resolves when no call runs any more.
 * A call that rejects is told to `onError`, and the next one comes all the same.
 */
export function every(
  ms: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const call = async () => {
    await work().catch(onError);
    if (!stopped) timer = setTimeout(() => (running = call()), ms);
  };
  let running = call();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
