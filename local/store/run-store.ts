import { followParent } from '#local/parent.ts';
import { startStore } from './start-store.ts';
import { parseStoreSettings } from './store-settings.ts';

const say = (level: string, message: string) =>
  console.log(JSON.stringify({ name: 'store', level, message }));

/** The store as a process. Resolves when it answers requests; it then ends on SIGTERM or with its parent. */
export async function runStore(source: Record<string, string | undefined>): Promise<void> {
  const starting = startStore({
    ...parseStoreSettings(source),
    onFault: (error) => say('error', error instanceof Error ? (error.stack ?? error.message) : String(error)),
  });
  // Followed from the first moment: a parent that dies while the folder is being read must not leave an orphan.
  const parent = followParent(async () => (await starting).stop());
  const { endpoint } = await starting;
  say('info', `ready at ${endpoint}`);
  parent.ready();
}
