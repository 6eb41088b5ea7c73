import { createHash, randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ChildCrashed, ChildFailed } from '#lib/child/child-errors.ts';
import type { RenderedFacts } from '#lib/derive/render-protocol.ts';
import { RenderRefused } from '#lib/derive/render-protocol.ts';
import type { Rendered, Renderer, RenderOrder } from '#lib/derive/renderer.ts';
import type { DecodedPicture, DecodeRequest } from '#lib/ingest/facts.ts';
import type { ObjectStore } from '#lib/storage/object-store.ts';
import { currentActor } from './actor.ts';

/**
 * The two kinds of child processes are what costs a hundred milliseconds a time, and nothing of them is what is tried
 * here: they are stood in for at the places where each process keeps its own.
 */
export const undecodable = 'UNDECODABLE';
export const unrenderable = 'UNRENDERABLE';

const places = globalThis as typeof globalThis & {
  __blazonDecoders?: unknown;
  __blazonRenderers?: WeakMap<ObjectStore, { jobs: Pick<Renderer, 'render'> }>;
};

export function standInForDecoders(): void {
  places.__blazonDecoders = {
    async run({ path: file }: DecodeRequest): Promise<DecodedPicture> {
      const bytes = await readFile(file);
      await step('decode', []);
      if (bytes.includes(undecodable)) throw new ChildFailed('it is damaged', 'undecodable');
      return picture;
    },
  };
}

export function standInForRenderer(store: ObjectStore, folder: string): void {
  places.__blazonRenderers ??= new WeakMap();
  places.__blazonRenderers.set(store, {
    jobs: { render: rendering(store, folder) } as Pick<Renderer, 'render'>,
  });
}

function rendering(store: ObjectStore, folder: string) {
  return async <T>(
    order: RenderOrder,
    options: { signal?: AbortSignal | undefined },
    use: (rendered: Rendered) => Promise<T>,
  ): Promise<T> => {
    const hash = 'master_sha256' in order ? order.master_sha256 : '';
    const master = await store.get(`masters/${hash}`);
    if (master.state !== 'found') throw new Error(`master ${hash} is not there`);
    const bytes = await buffer(master.body);
    await step('render', ['lost before']);
    options.signal?.throwIfAborted();
    if (bytes.includes(unrenderable))
      throw new RenderRefused('contract_unmet', 'It cannot be made so small.');
    const body = Buffer.concat([bytes, Buffer.from(JSON.stringify(order.contract))]);
    const file = path.join(folder, randomUUID());
    await writeFile(file, body);
    try {
      return await use({ path: file, facts: factsOf(body, order.contract.media_type) });
    } finally {
      await rm(file, { force: true });
    }
  };
}

async function step(label: string, fates: readonly 'lost before'[]): Promise<void> {
  await currentActor.getStore()?.scheduler.take({
    label,
    fates,
    run: async () => undefined,
    lost: () => new ChildCrashed('a signal ended it'),
  });
}

function factsOf(body: Buffer, media_type: RenderedFacts['media_type']): RenderedFacts {
  return {
    media_type,
    width: 40,
    height: 30,
    has_alpha: false,
    bytes: body.length,
    sha256: createHash('sha256').update(body).digest('hex'),
    part: undefined,
    coding: { quality: 80 },
    remarks: [],
    cost: { decode_ms: 0, encode_ms: 0, verify_ms: 0, encodes: 1 },
  };
}

/** What the decoder says of every photo. */
export const picture: DecodedPicture = {
  format: 'jpeg',
  width: 40,
  height: 30,
  hasAlpha: false,
  pages: 1,
  perceptualHash: '0'.repeat(16),
  print: new Uint8Array(64 * 64),
  thumbHash: 'AAAA',
  facts: {
    classification: {} as DecodedPicture['facts']['classification'],
    opaque: true,
    color_space: 'srgb',
    color_profile: null,
    exif_orientation: null,
    rights: null,
  },
  exif: null,
  thumbnail: Buffer.from('a thumbnail'),
};
