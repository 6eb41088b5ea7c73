import { enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';

// The buffers of an upload are garbage as soon as they are written. A young generation that may not grow has them
// collected before they pile up: 200 MB then pass through some 10 MB, and no slower.
setFlagsFromString('--semi-space-growth-factor=1');

// Stripping the types of every file takes some 30 MB that stay; from the second start on it is not needed.
const { STORE_FOLDER } = process.env;
if (STORE_FOLDER) enableCompileCache(path.join(STORE_FOLDER, 'code'));

const { runStore } = await import('./run-store.ts');
await runStore(process.env);
flushCompileCache();
