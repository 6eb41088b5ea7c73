import pg from 'pg';

/**
 * Calls `onHint` when jobs were enqueued, over a connection of its own that it opens again when it breaks. Only a
 * hint: between two connections, and behind a pooler that drops LISTEN, polling finds the jobs.
 */
export function listenForJobs(
  url: string,
  onHint: () => void,
  onError: (error: Error) => void,
  retryMs = 5000,
) {
  let stopped = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  const connect = async () => {
    const next = new pg.Client({ connectionString: url, application_name: 'blazon listen', keepAlive: true });
    client = next;
    next.on('notification', onHint);
    next.on('error', onError);
    next.once('end', () => {
      if (!stopped) retry = setTimeout(connectAgain, retryMs);
    });
    await next.connect();
    await next.query('listen jobs');
    // What was enqueued while nobody listened.
    onHint();
  };
  const connectAgain = () => {
    connecting = connect().catch(async (error: Error) => {
      onError(error);
      await client?.end().catch(() => {});
    });
  };
  let connecting: Promise<void> = Promise.resolve();
  connectAgain();

  return {
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(retry);
      await connecting;
      await client?.end().catch(() => {});
    },
  };
}
