import { findAudience } from '#db/queries/audiences.ts';
import { findMasterFacts, unsafeFindVersionSource } from '#db/queries/render-facts.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound } from '#lib/errors.ts';
import type { OutputContract } from '#lib/policy/output-contract.ts';
import type { SampleName } from '#lib/policy/sample-photos.ts';
import { versionEdits } from '#lib/policy/source-hash.ts';
import { previewKey } from '#lib/policy/trace-key.ts';
import type { Services } from '#lib/services.ts';
import type { CachedPicture } from './preview-cache.ts';
import { previewOf } from './preview-of.ts';
import type { RenderOrder, RenderSource } from './renderer.ts';
import { keptRights } from './rights.ts';

/** Of an asset, `version` left out: the newest; or of a sample. */
export type PreviewSource = { assetId: string; version?: number | undefined } | { sample: SampleName };

export type PreviewInput = PreviewSource & {
  /** Whose file it would be, where that is known. */
  audience?: string | undefined;
  contract: OutputContract;
  signal?: AbortSignal | undefined;
};

/**
 * What the audience would get: the file itself, byte for byte, rendered as the derivative is and published nowhere. Only
 * where files carry their own name does a preview carry another, that of a preview.
 */
export async function renderPreview(
  services: Services,
  caller: Caller,
  { audience, contract, signal, ...wanted }: PreviewInput,
): Promise<CachedPicture> {
  requirePermission(caller.actor, 'policy.preview');
  if (audience !== undefined && !(await findAudience(services.db, audience))) throw notFound('audience');
  const { name, picture, ...fixed } =
    'sample' in wanted ? sampleSource(wanted.sample) : await findSource(services, wanted, contract);
  const order = { ...picture, ...fixed, contract, traceKey: traceKeyOf(name, contract, audience) };
  return previewOf(services, name, order, signal);
}

interface Source extends Pick<RenderOrder, 'edits' | 'rights'> {
  /** The source hash, or what takes its place. */
  name: string;
  picture: RenderSource;
}

function sampleSource(sample: SampleName): Source {
  return { name: `sample ${sample}`, picture: { sample }, edits: null, rights: undefined };
}

async function findSource(
  { db }: Services,
  { assetId, version }: { assetId: string; version?: number | undefined },
  contract: OutputContract,
): Promise<Source> {
  const source = await unsafeFindVersionSource(db, assetId, version);
  const master = source && (await findMasterFacts(db, source.master_sha256));
  if (!source || !master) throw notFound('photo');
  const edits = versionEdits.nullable().parse(source.edits);
  const { source_hash: name, master_sha256 } = source;
  return {
    name,
    picture: { master_sha256, shape: master },
    edits,
    rights: keptRights(contract, edits, master.facts),
  };
}

function traceKeyOf(
  source_hash: string,
  { metadata, format }: OutputContract,
  audience = 'unknown',
): string | undefined {
  return metadata === 'traceable' ? previewKey({ source_hash, audience, format }) : undefined;
}
