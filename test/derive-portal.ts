import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { insertApproval } from '#db/queries/approvals.ts';
import { deriveHandler } from '#lib/derive/derive-handler.ts';
import { planHandler } from '#lib/derive/plan-handler.ts';
import { rendererOf } from '#lib/derive/renderer.ts';
import type { JobHandler, JobHandlers } from '#lib/jobs/job.ts';
import { derivativeJob } from '#lib/policy/derivative-job.ts';
import { type OutputContract, outputContract } from '#lib/policy/output-contract.ts';
import { seededPolicies } from '#lib/policy/seeded-policies.ts';
import { inspectHandler } from '#lib/repair/inspect-handler.ts';
import type { Services } from '#lib/services.ts';
import { objectKeys } from '#lib/storage/object-store.ts';
import { insertNamedProduct, insertReadyAsset, openPortal, type Someone } from './portal.ts';
import { testServices } from './services.ts';

const unused: JobHandler = {
  async run(_services, { queue }) {
    throw new Error(`nothing of ${queue} is done here`);
  },
};

export const handlers: JobHandlers = {
  ingest: unused,
  plan: planHandler,
  derive: deriveHandler,
  cutout: unused,
  webhook: unused,
  message: unused,
  inspect: inspectHandler,
};

export interface Photo {
  assetId: string;
  sha256: string;
}

/** A portal with its seeded policies, a real store and children of its own. */
export async function derivePortal(settings: Record<string, string> = {}) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'blazon-derive-'));
  const { services, store } = await testServices({ DATA_DIR: dataDir, RENDER_CONCURRENCY: '1', ...settings });
  const { admin, editor } = await openPortal(services);
  const productId = await insertNamedProduct(services, editor);
  afterAll(async () => {
    await Promise.all([rendererOf(services, 'jobs').close(), rendererOf(services, 'previews').close()]);
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    services,
    store,
    admin,
    editor,
    addPhoto: (bytes: Buffer) => addPhoto(services, editor, productId, bytes),
  };
}

/** A READY asset with its master in the store. */
async function addPhoto(services: Services, by: Someone, productId: string, bytes: Buffer): Promise<Photo> {
  const facts = { rights: { creator: 'A. Person' } };
  const { assetId, sourceHash } = await insertReadyAsset(services, by, { productId, master: bytes, facts });
  await services.store.put(objectKeys.master(sourceHash), bytes, bytes.length, {
    contentType: 'image/png',
    sha256: sourceHash,
  });
  return { assetId, sha256: sourceHash };
}

export async function approve(
  services: Services,
  by: Someone,
  photo: Photo,
  audiences: string[],
): Promise<string> {
  const id = randomUUID();
  await services.db.transaction().execute((trx) =>
    insertApproval(trx, {
      id,
      assetId: photo.assetId,
      version: 1,
      by: by.id,
      note: '',
      from: null,
      until: null,
      audiences,
    }),
  );
  return id;
}

export function seededContract(audience: string, format: string): OutputContract {
  const policy = seededPolicies.find(({ slug }) => slug === audience);
  return outputContract.parse(policy?.contracts.find((contract) => contract.format === format));
}

/** The derive job of one seeded format. */
export function jobFor(
  photo: Photo,
  audience: string,
  format: string,
  changes: Partial<OutputContract> = {},
) {
  return derivativeJob({
    source_hash: photo.sha256,
    master_sha256: photo.sha256,
    audience,
    policy_version: 1,
    contract: outputContract.parse({ ...seededContract(audience, format), ...changes }),
  });
}

export async function listKeys(services: Services, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of services.store.list(prefix)) keys.push(key);
  return keys;
}

export function rowsOf(services: Services, photo: Photo) {
  return services.db.selectFrom('derivatives').selectAll().where('source_hash', '=', photo.sha256).execute();
}
