import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { ChildPool } from '#lib/child/child-pool.ts';
import { withSpooled } from '#lib/child/spool.ts';
import { makeSpoolFolder } from '#lib/child/spool-folder.ts';
import type { Services } from '#lib/services.ts';
import { objectKeys } from '#lib/storage/object-store.ts';
import type { CutoutParameters } from './cutout-parameters.ts';
import { type CutAnswer, type CutFacts, CutRefused, type CutRequest } from './cutout-protocol.ts';
import { getRemover } from './get-remover.ts';
import type { RightsLines } from './rights-xmp.ts';

export interface CutOrder {
  masterSha256: string;
  parameters: CutoutParameters;
  rights: RightsLines | null;
  /** For a preview. */
  longestSide?: number;
}

export interface Cut {
  path: string;
  facts: CutFacts;
}

const entry = 'lib/cutout/cutout-child.ts';
/** A child that loaded a model is worth keeping for a while. */
const recycleAfter = 50;

/** Cuts out in children that can be killed, each with a bound on its memory. */
export class Cutter {
  readonly #services: Pick<Services, 'env' | 'store'>;
  readonly #pool: ChildPool<CutRequest, CutAnswer>;
  readonly #folder: string;
  readonly #removeFolder = () => rmSync(this.#folder, { recursive: true, force: true });

  constructor(services: Pick<Services, 'env' | 'store'>, children: number) {
    const { projectRoot, CUTOUT_MEMORY_MB } = services.env;
    this.#services = services;
    this.#folder = makeSpoolFolder(services.env, 'cutout');
    this.#pool = new ChildPool({
      entry,
      size: children,
      recycleAfter,
      maxRssBytes: CUTOUT_MEMORY_MB * 1024 ** 2,
      projectRoot,
    });
    process.once('exit', this.#removeFolder);
  }

  /**
   * Hands the finished file to `use`; it is gone when `use` has ended. Throws `CutRefused`, what the child pool throws,
   * and the signal's reason.
   */
  async cut<T>(order: CutOrder, signal: AbortSignal, use: (cut: Cut) => Promise<T>): Promise<T> {
    const { env } = this.#services;
    const { parameters, rights, longestSide, masterSha256 } = order;
    const { modulePath } = getRemover(env, parameters.remover);
    const remover = { modulePath, pluginsFolder: path.resolve(env.projectRoot, env.PLUGINS_DIR) };
    const outputPath = path.join(this.#folder, `${randomUUID()}.out`);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    try {
      return await this.#withMaster(masterSha256, signal, async (masterPath) => {
        const maxPixels = env.MAX_MEGAPIXELS * 1_000_000;
        const request = { masterPath, outputPath, parameters, remover, rights, longestSide, maxPixels };
        const answer = await this.#pool.run(request, { deadlineMs: env.CUTOUT_DEADLINE_MS, signal });
        if (answer.state === 'refused') throw new CutRefused(answer.code, answer.message, answer.detail);
        return await use({ path: outputPath, facts: answer.facts });
      });
    } finally {
      await rm(outputPath, { force: true });
    }
  }

  async close(): Promise<void> {
    process.off('exit', this.#removeFolder);
    await this.#pool.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #withMaster<T>(sha256: string, signal: AbortSignal, use: (path: string) => Promise<T>): Promise<T> {
    const found = await this.#services.store.get(objectKeys.master(sha256));
    const gone = (what: string) =>
      new CutRefused(
        'source_invalid',
        'The photo’s original is not there any more. Upload it again.',
        `master ${sha256} ${what}`,
      );
    if (found.state !== 'found') throw gone(`is ${found.state}`);
    const options = { folder: this.#folder, maxBytes: found.facts.bytes, signal };
    return withSpooled(found.body, options, async (spooled) => {
      if (spooled?.sha256 !== sha256) throw gone('has other bytes');
      return use(spooled.path);
    });
  }
}

export type CutterKind = 'jobs' | 'previews';

// Next bundles this module into several places; only globalThis is one a process.
const holder = globalThis as typeof globalThis & {
  __blazonCutters?: WeakMap<Services['store'], Partial<Record<CutterKind, Cutter>>>;
};

/** One for jobs and one for previews a process, so that neither keeps the other waiting. */
export function cutterOf(services: Pick<Services, 'env' | 'store'>, kind: CutterKind): Cutter {
  holder.__blazonCutters ??= new WeakMap();
  const cutters = holder.__blazonCutters.get(services.store) ?? {};
  holder.__blazonCutters.set(services.store, cutters);
  cutters[kind] ??= new Cutter(services, kind === 'jobs' ? services.env.CUTOUT_CONCURRENCY : 1);
  return cutters[kind];
}
