import { createHash, randomUUID } from 'node:crypto';
import type { Caller } from '#lib/auth/actor.ts';
import type { Role } from '#lib/lifecycle.ts';
import { derivativeName } from '#lib/policy/derivative-job.ts';
import { explainContract } from '#lib/policy/explain-policy.ts';
import { extensionOf, type OutputContract } from '#lib/policy/output-contract.ts';
import { seedAudiences } from '#lib/policy/seed-audiences.ts';
import type { Services } from '#lib/services.ts';
import { objectKeys } from '#lib/storage/object-store.ts';
import { insertPerson, personCaller } from './people.ts';

export const nobody: Caller = { actor: { kind: 'anonymous' }, requestId: 'test', traceId: undefined };

export type Someone = Caller & { id: string };

export async function insertCaller(services: Services, role: Role): Promise<Someone> {
  const { id, email } = await insertPerson(services.db, { role });
  return { ...personCaller(id, role, email), id };
}

/** A member of one audience: of all products, or of the listed ones. */
export async function insertMember(
  services: Services,
  audience: string,
  products: 'all' | readonly string[] = 'all',
): Promise<Someone> {
  const member = await insertCaller(services, 'member');
  await services.db
    .insertInto('memberships')
    .values({ user_id: member.id, audience, scope: products === 'all' ? 'all' : 'listed' })
    .execute();
  for (const product_id of products === 'all' ? [] : products)
    await services.db
      .insertInto('membership_products')
      .values({ user_id: member.id, audience, product_id })
      .execute();
  return member;
}

/** The seeded audiences with their first policies, an admin and an editor. */
export async function openPortal(services: Services) {
  await services.db.transaction().execute(seedAudiences);
  const [admin, editor] = await Promise.all([
    insertCaller(services, 'admin'),
    insertCaller(services, 'editor'),
  ]);
  return { admin, editor };
}

export async function insertNamedProduct(services: Services, by: Someone, name = 'Kit'): Promise<string> {
  const id = randomUUID();
  await services.db.insertInto('products').values({ id, name, sku: null, created_by: by.id }).execute();
  return id;
}

export function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * A READY asset as ingest leaves it: one original version of a master, which two assets may share. `master` are the
 * bytes it stands for; whoever reads them puts them into the store.
 */
export async function insertReadyAsset(
  services: Services,
  by: Someone,
  asset: {
    productId: string;
    filename?: string;
    title?: string;
    master?: string | Buffer;
    facts?: object;
    position?: number;
  },
): Promise<{ assetId: string; sourceHash: string }> {
  const assetId = randomUUID();
  const sourceHash = hashOf(asset.master ?? assetId);
  await services.db
    .insertInto('masters')
    .values({
      sha256: sourceHash,
      byte_size: Buffer.isBuffer(asset.master) ? asset.master.length : 1000,
      media_type: 'image/jpeg',
      extension: 'jpg',
      width: 4000,
      height: 3000,
      has_alpha: false,
      pages: 1,
      facts: JSON.stringify(asset.facts ?? {}),
      exif: JSON.stringify({ Image: { Make: 'Camera' } }),
      perceptual_hash: '0'.repeat(16),
      thumb_hash: 'AAAA',
    })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute();
  await services.db
    .insertInto('assets')
    .values({
      id: assetId,
      owner_id: by.id,
      product_id: asset.productId,
      idempotency_key: assetId,
      request_sha256: hashOf(assetId),
      object_key: `assets/${assetId}/original.jpg`,
      filename: asset.filename ?? 'kit.jpg',
      declared_type: 'image/jpeg',
      declared_bytes: 1000,
      status: 'READY',
      landed_etag: '"etag"',
      title: asset.title ?? '',
      position: asset.position ?? 0,
    })
    .execute();
  await services.db
    .insertInto('asset_versions')
    .values({
      asset_id: assetId,
      number: 1,
      kind: 'original',
      master_sha256: sourceHash,
      source_hash: sourceHash,
    })
    .execute();
  return { assetId, sourceHash };
}

/** A published file as the derive stage leaves it, its bytes in the store. */
export async function publishFile(
  services: Services,
  file: { sourceHash: string; audience: string; version?: number; format: string; body?: string },
): Promise<void> {
  const { sourceHash, audience, version = 1, format } = file;
  const { contracts } = await services.db
    .selectFrom('policy_versions')
    .select('contracts')
    .where('audience', '=', audience)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  const contract = (contracts as OutputContract[]).find((each) => each.format === format);
  if (!contract) throw new Error(`no format ${format}`);
  const key = { source_hash: sourceHash, audience, policy_version: version, format };
  const body = Buffer.from(file.body ?? derivativeName(key));
  const object_key = objectKeys.derivative(derivativeName(key), 1, extensionOf[contract.media_type]);
  await services.store.put(object_key, body, body.length, { contentType: contract.media_type });
  const job = { id: randomUUID(), fence: 1 };
  const facts = {
    sha256: createHash('sha256').update(body).digest('hex'),
    media_type: contract.media_type,
    width: 480,
    height: 360,
    has_alpha: false,
  };
  const manifest = {
    name: derivativeName(key),
    ...key,
    ...facts,
    master_hash: sourceHash,
    contract,
    decision: explainContract(contract, audience, version),
    transform: { revision: 'test', sharp: '0', libvips: '0' },
    bytes: body.length,
    made_at: '2026-01-01T00:00:00.000Z',
    edits: { rights: { creator: 'A photographer' } },
    policy: { audience, version, note: 'For admins', contracts, created_at: '2026-01-01T00:00:00.000Z' },
    made_by: { job_id: job.id, fence: job.fence },
  };
  await services.db
    .insertInto('derivatives')
    .values({
      ...key,
      ...facts,
      master_sha256: sourceHash,
      object_key,
      manifest_key: objectKeys.manifest(derivativeName(key), 1),
      byte_size: body.length,
      manifest: JSON.stringify(manifest),
      job_id: job.id,
      fence: job.fence,
    })
    .execute();
}
