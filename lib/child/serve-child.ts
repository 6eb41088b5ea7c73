import { type FromChild, maxRssVariable, type ToChild } from '#lib/child/child-protocol.ts';

const memoryCheckMs = 50;

/**
 * The main loop of a child: answers one request at a time until the parent closes the channel. The parent's
 * death closes it too, so no child outlives it. Ctrl-C reaches the whole process group; the child leaves it to
 * the parent to finish its work or to end it.
 *
 * Native work runs on other threads, so the memory check goes on while a picture is decoded.
 */
export function serveChild<Req, Res>(handle: (request: Req) => Promise<Res>): void {
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  process.on('disconnect', endAtOnce);
  process.on('message', (message: ToChild) => {
    handle(message.request as Req).then(
      (response) => say({ kind: 'answer', response }),
      (error: unknown) => say(failureOf(error)),
    );
  });
  // biome-ignore lint/style/noProcessEnv: a child gets this one number and no settings.
  watchMemory(Number(process.env[maxRssVariable]));
}

function watchMemory(maxRssBytes: number): void {
  if (!(maxRssBytes > 0)) return;
  const timer = setInterval(() => {
    const rssBytes = process.memoryUsage.rss();
    if (rssBytes > maxRssBytes) say({ kind: 'out-of-memory', rssBytes }, endAtOnce);
  }, memoryCheckMs);
  timer.unref();
}

function say(message: FromChild, then: () => void = () => undefined): void {
  if (!process.connected) return;
  process.send?.(message, then);
}

function failureOf(error: unknown): FromChild {
  if (!(error instanceof Error)) return { kind: 'failure', message: String(error), code: undefined };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { kind: 'failure', message: error.message, code };
}

/** Not process.exit: that waits for native threads, which may be the ones that never come to an end. */
function endAtOnce(): void {
  process.kill(process.pid, 'SIGKILL');
}
