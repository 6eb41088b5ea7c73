const patienceMs = 1500;

/**
 * Whether this tab may keep uploads through reloads. Only one does: two tabs that restore the same files would send
 * each of them twice. The page before a reload lets go a moment after the new one has begun.
 */
export async function ownTab(name: string): Promise<boolean> {
  // Without a secure context there are no locks; then every tab keeps its own.
  if (!('locks' in navigator)) return true;
  const signal = AbortSignal.timeout(patienceMs);
  return new Promise((resolve) => {
    const held = navigator.locks.request(name, { signal }, () => {
      resolve(true);
      // Held until the tab goes.
      return new Promise<never>(() => {});
    });
    held.catch(() => resolve(false));
  });
}
