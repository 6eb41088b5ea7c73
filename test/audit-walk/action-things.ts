import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { seededPolicies } from '#lib/policy/seeded-policies.ts';
import { startInspection } from '#lib/repair/start-inspection.ts';
import { createWebhook } from '#lib/webhooks/create-webhook.ts';
import { insertNamedProduct, insertReadyAsset, publishFile } from '#test/portal.ts';
import type { auditPortal } from './audit-portal.ts';
import { auditThings } from './audit-things.ts';

/** What actions are pressed on, each time another one; webhooks call `url`. */
export function actionThings(portal: Awaited<ReturnType<typeof auditPortal>>, url: string) {
  const { services, admin, editor, call } = portal;
  const { db } = services;
  const { photo, publishedPhoto, landed, audience } = auditThings(portal);
  const reason = 'A reason';

  async function failed(): Promise<string> {
    const { asset_id, object_key } = await landed();
    await call('POST /api/uploads/complete', editor, { body: { key: object_key } });
    await sql`update assets set status = 'FAILED', failure = 'internal', failure_detail = '', settled_at = now()
      where id = ${asset_id}`.execute(db);
    return asset_id;
  }

  async function pair() {
    const product_id = await insertNamedProduct(services, editor);
    const made = [0, 1].map((position) =>
      insertReadyAsset(services, editor, { productId: product_id, position }),
    );
    return { product_id, asset_ids: (await Promise.all(made)).map(({ assetId }) => assetId) };
  }

  async function approved() {
    const { assetId } = await photo();
    await call('PUT /api/assets/[id]/approval', editor, { params: { id: assetId }, body: { version: 1 } });
    return assetId;
  }

  async function file() {
    const { params } = await publishedPhoto();
    const { sourceHash = '', policyVersion = '', format = '' } = params;
    return { source_hash: sourceHash, audience: 'partner', policy_version: policyVersion, format, reason };
  }

  async function hook() {
    const { id } = await createWebhook(services, admin, {
      url,
      description: '',
      event_types: ['AssetReady'],
    });
    return id;
  }

  /** A file that an inspection found missing. */
  async function missing() {
    const slug = await audience(1);
    const { sha256 } = await photo();
    await publishFile(services, { sourceHash: sha256, audience: slug, format: 'web-small' });
    const row = await db
      .selectFrom('derivatives')
      .selectAll()
      .where('audience', '=', slug)
      .executeTakeFirstOrThrow();
    await services.store.delete(row.object_key);
    const { id } = await startInspection(services, admin, {
      audience: slug,
      policyVersion: 1,
      allBytes: true,
    });
    await portal.work();
    return { audience: slug, policy_version: '1', inspection_id: id };
  }

  async function letter() {
    const id = randomUUID();
    await sql`insert into dead_jobs (id, queue, priority, attempts, max_attempts, payload, last_error_category, last_error,
      created_at) values (${id}, 'plan', 0, 1, 1, '{}', 'internal', '', now())`.execute(db);
    return id;
  }

  async function wanted() {
    const { assetId } = await publishedPhoto();
    const offered = seededPolicies.find(({ slug }) => slug === 'partner')?.contracts ?? [];
    const format = offered.find((each) => each.format !== 'campaign')?.format ?? '';
    return { asset_id: assetId, audience: 'partner', format };
  }

  return { failed, pair, approved, file, hook, missing, letter, wanted };
}
