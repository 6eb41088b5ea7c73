import { ChildCrashed, ChildTimeout } from '#lib/child/child-errors.ts';
import { ChildPool } from '#lib/child/child-pool.ts';
import type { Services } from '#lib/services.ts';
import type { MarkTrial, MarkTrialAnswer } from './mark-trial.ts';
import type { OutputContract } from './output-contract.ts';
import { canonicalJson } from './source-hash.ts';
import { withMarkFile } from './with-mark-file.ts';

/** One mark that cannot be drawn: the field of it, and what is wrong in words. */
export interface MarkIssue {
  path: string;
  message: string;
}

type DrawnMark = Pick<MarkTrial, 'rule' | 'picture'>;
type Toolbox = Pick<Services, 'env' | 'store' | 'log'>;
type Pool = ChildPool<MarkTrial, MarkTrialAnswer>;

/** What was drawn before is drawn again: versions of a policy mostly share their marks. */
const keptDrawn = 500;
const drawn = new Set<string>();
/** One trial at a time a process, however many versions are written at once: each may take what a render takes. */
let line: Promise<unknown> = Promise.resolve();

/**
 * Draws the mark of every contract once, at the contract's largest size, in a child with a bound on time and memory:
 * what cannot be drawn there would fail at every render.
 */
export async function tryMarks(
  services: Toolbox,
  contracts: readonly OutputContract[],
): Promise<MarkIssue[]> {
  if (contracts.every((contract) => trialOf(contract) === undefined || drawn.has(keyOf(contract)))) return [];
  const turn = line.then(() => tryInTurn(services, contracts));
  line = turn.catch(() => undefined);
  return await turn;
}

async function tryInTurn(services: Toolbox, contracts: readonly OutputContract[]): Promise<MarkIssue[]> {
  const { projectRoot, MARK_MEMORY_MB } = services.env;
  const pool: Pool = new ChildPool({
    entry: 'lib/derive/mark/mark-child.ts',
    size: 1,
    recycleAfter: contracts.length + 1,
    maxRssBytes: MARK_MEMORY_MB * 1024 ** 2,
    projectRoot,
  });
  try {
    const issues: MarkIssue[] = [];
    for (const [index, contract] of contracts.entries()) {
      const trial = trialOf(contract);
      if (!trial || drawn.has(keyOf(contract))) continue;
      const answer = await tryOne(services, pool, trial);
      if (answer.state === 'refused') {
        const field = trial.rule.kind === 'text' ? 'text' : 'image_id';
        issues.push({ path: `contracts.${index}.watermark.${field}`, message: answer.message });
        // Each of these took all the time or memory that it may: twenty would keep the writer waiting for minutes.
        if (answer.exhausted) break;
      } else remember(keyOf(contract));
    }
    return issues;
  } finally {
    await pool.close();
  }
}

async function tryOne(
  services: Toolbox,
  pool: Pool,
  trial: DrawnMark,
): Promise<MarkTrialAnswer & { exhausted?: true }> {
  const { MARK_DEADLINE_MS: deadlineMs, MAX_MEGAPIXELS } = services.env;
  const maxPixels = MAX_MEGAPIXELS * 1_000_000;
  const run = (markPath: string | undefined) => pool.run({ ...trial, markPath, maxPixels }, { deadlineMs });
  try {
    const answer =
      trial.rule.kind === 'image'
        ? await withMarkFile(services, trial.rule.image_id, (path) => (path ? run(path) : unreadable))
        : await run(undefined);
    if (answer.state === 'refused') services.log.info({ detail: answer.detail }, answer.message);
    return answer;
  } catch (error) {
    const size = `${trial.picture.width} × ${trial.picture.height} px`;
    const message =
      error instanceof ChildTimeout
        ? `Drawing this mark for ${size} takes longer than it may. Make the mark or the format smaller, or simpler.`
        : error instanceof ChildCrashed
          ? `Drawing this mark for ${size} takes more memory than it may. Make the mark or the format smaller.`
          : undefined;
    if (message === undefined) throw error;
    services.log.warn({ error: (error as Error).message }, 'a mark could not be drawn');
    return { state: 'refused', message, exhausted: true };
  }
}

const unreadable: MarkTrialAnswer = {
  state: 'refused',
  message: 'The image is not in the store any more. Upload it again.',
};

function trialOf({ watermark, max_width, max_height }: OutputContract): DrawnMark | undefined {
  if (watermark.kind === 'none') return undefined;
  return { rule: watermark, picture: { width: max_width, height: max_height } };
}

function keyOf(contract: OutputContract): string {
  return canonicalJson(trialOf(contract));
}

function remember(key: string): void {
  drawn.add(key);
  const [oldest] = drawn;
  if (drawn.size > keptDrawn && oldest !== undefined) drawn.delete(oldest);
}
