import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { ChildPool } from '#lib/child/child-pool.ts';
import { MemoryBudget } from '#lib/child/memory-budget.ts';
import { makeSpoolFolder } from '#lib/child/spool-folder.ts';
import type { OutputContract } from '#lib/policy/output-contract.ts';
import { type SampleName, samplePhotos } from '#lib/policy/sample-photos.ts';
import type { VersionEdits } from '#lib/policy/source-hash.ts';
import type { Services } from '#lib/services.ts';
import { MasterMissing, MasterSpool } from './master-spool.ts';
import { type MasterShape, renderNeedMb } from './render-need.ts';
import {
  type RenderAnswer,
  type RenderedFacts,
  RenderRefused,
  type RenderRequest,
} from './render-protocol.ts';
import type { Rights } from './rights.ts';
import { SampleFiles } from './samples/sample-files.ts';

/** What a picture is made of: a master, or a sample that no one uploaded. */
export type RenderSource = { master_sha256: string; shape: MasterShape } | { sample: SampleName };

export type RenderOrder = RenderSource & {
  contract: OutputContract;
  edits: VersionEdits | null;
  rights: Rights | undefined;
  traceKey: string | undefined;
};

/** A finished, verified file that nobody has seen yet. */
export interface Rendered {
  path: string;
  facts: RenderedFacts;
}

const entry = 'lib/derive/render-child.ts';
const recycleAfter = 200;
/** Above what the hungriest contract needs: an AVIF of 100 megapixels with transparency, about 4.9 GB. */
const maxRssBytes = 6 * 1024 ** 3;
const spoolBytes = 2 * 1024 ** 3;

/** Renders in children that can be killed, from masters that are read from the store once. */
export class Renderer {
  readonly #services: Pick<Services, 'env' | 'store'>;
  readonly #pool: ChildPool<RenderRequest, RenderAnswer>;
  readonly #folder: string;
  readonly #spool: MasterSpool;
  readonly #samples: SampleFiles;
  readonly #removeFolder = () => rmSync(this.#folder, { recursive: true, force: true });

  constructor(services: Pick<Services, 'env' | 'store'>, children: number, memory: MemoryBudget) {
    const { env, store } = services;
    this.#services = services;
    this.#folder = makeSpoolFolder(env, 'derive');
    this.#spool = new MasterSpool(store, this.#folder, spoolBytes);
    this.#samples = new SampleFiles(this.#folder);
    this.#pool = new ChildPool({
      entry,
      size: children,
      recycleAfter,
      maxRssBytes,
      memory,
      projectRoot: env.projectRoot,
    });
    process.once('exit', this.#removeFolder);
  }

  /**
   * Renders and verifies, and hands the file to `use`; it is gone when `use` has ended. Throws
   * `RenderRefused`, what the child pool and the spool throw, and the signal's reason.
   */
  async render<T>(
    order: RenderOrder,
    options: { deadlineMs: number; signal?: AbortSignal | undefined },
    use: (rendered: Rendered) => Promise<T>,
  ): Promise<T> {
    const { contract, edits, rights, traceKey } = order;
    const outputPath = path.join(this.#folder, `${randomUUID()}.out`);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    try {
      return await this.#withSource(order, (masterPath) =>
        this.#withMark(contract, async (markPath) => {
          const maxPixels = this.#services.env.MAX_MEGAPIXELS * 1_000_000;
          const request = { masterPath, markPath, outputPath, contract, edits, rights, traceKey, maxPixels };
          const needMb = renderNeedMb(shapeOf(order), contract, edits);
          const answer = await this.#pool.run(request, { ...options, needMb });
          if (answer.state === 'refused') throw new RenderRefused(answer.code, answer.message, answer);
          return await use({ path: outputPath, facts: answer.facts });
        }),
      );
    } finally {
      await Promise.all([outputPath, `${outputPath}.icc`].map((file) => rm(file, { force: true })));
    }
  }

  async close(): Promise<void> {
    process.off('exit', this.#removeFolder);
    await this.#pool.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #withSource<T>(source: RenderSource, use: (path: string) => Promise<T>): Promise<T> {
    if ('sample' in source) return await use(await this.#samples.get(source.sample));
    return await this.#spool.with(source.master_sha256, use);
  }

  async #withMark<T>(
    { format, watermark }: OutputContract,
    use: (path: string | undefined) => Promise<T>,
  ): Promise<T> {
    if (watermark.kind !== 'image') return await use(undefined);
    try {
      return await this.#spool.with(watermark.image_id, use);
    } catch (cause) {
      if (!(cause instanceof MasterMissing)) throw cause;
      const message = `The image of the mark of the format “${format}” is not there any more. Choose another one in the policy.`;
      throw new RenderRefused('contract_unmet', message, { detail: cause.message });
    }
  }
}

function shapeOf(source: RenderSource): MasterShape {
  return 'sample' in source ? { ...samplePhotos[source.sample], media_type: 'image/png' } : source.shape;
}

export type RendererKind = 'jobs' | 'previews';

type Renderers = Partial<Record<RendererKind, Renderer>> & { memory: MemoryBudget };

// Next bundles this module into several places; only globalThis is one a process.
const holder = globalThis as typeof globalThis & {
  __blazonRenderers?: WeakMap<Services['store'], Renderers>;
};

/** One for jobs and one for previews a process, so that neither keeps the other waiting but for memory. */
export function rendererOf(services: Pick<Services, 'env' | 'store'>, kind: RendererKind): Renderer {
  holder.__blazonRenderers ??= new WeakMap();
  const renderers = holder.__blazonRenderers.get(services.store) ?? {
    memory: new MemoryBudget(services.env.RENDER_MEMORY_MB),
  };
  holder.__blazonRenderers.set(services.store, renderers);
  const { RENDER_CONCURRENCY, PREVIEW_CONCURRENCY } = services.env;
  const children = kind === 'jobs' ? RENDER_CONCURRENCY : PREVIEW_CONCURRENCY;
  renderers[kind] ??= new Renderer(services, children, renderers.memory);
  return renderers[kind];
}
