/**
 * What every child process does with its parent: says that it serves, and stops when it is told to or when the
 * parent is gone, even by kill -9. `stop` runs once.
 */
export function followParent(stop: () => Promise<void>): { ready(): void } {
  let stopping = false;
  const once = () => {
    if (stopping) return;
    stopping = true;
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', once);
  process.on('SIGINT', once);
  if (process.connected) process.on('disconnect', once);
  return { ready: () => process.send?.({ type: 'ready' }) };
}
