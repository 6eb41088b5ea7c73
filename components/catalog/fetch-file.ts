import type { ActionResult } from '#lib/action.ts';
import type { DerivativeAnswer } from '#lib/deliver/request-derivative.ts';

/** The server action behind every download button. */
export type RequestFile = (input: {
  asset_id: string;
  audience: string;
  format: string;
}) => Promise<ActionResult<DerivativeAnswer>>;

/** Where a file is on its way: asked for, waiting for a worker, being made. */
export type FetchStage = 'asking' | 'waiting' | 'making';

export type Fetched = { ok: true; url: string } | { ok: false; message: string };

const firstWait = 400;
const slowest = 5_000;
/** After this the page stops looking; the work goes on without it. */
const patience = 5 * 60_000;

const outOfPatience =
  'This takes longer than usual. It goes on without this page: come back in a while and it will be here.';
const offline = 'The portal could not be reached. Look at your connection, then try again.';

/**
 * Asks for a file and follows its job until the file is there. Polls `status_url` ever more slowly; whatever the
 * job says, only the answer of the portal to the question itself counts.
 */
export async function fetchFile(
  request: () => ReturnType<RequestFile>,
  options: { onStage: (stage: FetchStage) => void; signal: AbortSignal; firstWaitMs?: number },
): Promise<Fetched> {
  const { onStage, signal, firstWaitMs = firstWait } = options;
  const end = Date.now() + patience;
  onStage('asking');
  try {
    while (!signal.aborted && Date.now() < end) {
      const answer = await request();
      if (!answer.ok) return { ok: false, message: answer.message };
      if (answer.value.state === 'published') return { ok: true, url: answer.value.url };
      if (answer.value.state === 'failed') return { ok: false, message: answer.value.message };
      await followJob(answer.value.status_url, { onStage, signal, end, firstWaitMs });
    }
    return { ok: false, message: outOfPatience };
  } catch {
    return { ok: false, message: offline };
  }
}

interface Following {
  onStage: (stage: FetchStage) => void;
  signal: AbortSignal;
  end: number;
  firstWaitMs: number;
}

/** Resolves when the job is no longer under way. */
async function followJob(statusUrl: string, { onStage, signal, end, firstWaitMs }: Following): Promise<void> {
  for (let wait = firstWaitMs; !signal.aborted && Date.now() < end; wait = Math.min(slowest, wait * 1.4)) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    const response = await fetch(statusUrl, { headers: { Accept: 'application/json' }, signal });
    if (response.status === 429 || response.status >= 500) continue;
    if (!response.ok) return;
    const { state } = (await response.json()) as { state: string };
    if (state === 'done' || state === 'dead') return;
    onStage(state === 'leased' ? 'making' : 'waiting');
  }
}

/** Hands a file to the browser, which keeps it under the name that the portal gives it. */
export function saveFile(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
