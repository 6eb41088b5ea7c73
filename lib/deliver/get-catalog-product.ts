import { validate as isUuid } from 'uuid';
import { listCatalogPhotoRows, unsafeFindProductName } from '#db/queries/catalog.ts';
import {
  unsafeListDerivativeFailures,
  unsafeListDerivatives,
  unsafeListLiveDeriveJobs,
} from '#db/queries/readable-derivatives.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { notFound } from '#lib/errors.ts';
import { derivativeName } from '#lib/policy/derivative-job.ts';
import { findReadingPolicy } from '#lib/policy/find-reading-policy.ts';
import type { Services } from '#lib/services.ts';
import { bestDerivative, shownVersions } from './best-derivative.ts';
import { type CatalogFormat, catalogFormat } from './catalog-format.ts';
import { derivativePaths } from './derivative-paths.ts';
import { readerOf } from './reader-of.ts';

export interface CatalogPhoto {
  asset_id: string;
  title: string;
  alt_text: string;
  width: number;
  height: number;
  thumb_hash: string;
  source_hash: string;
  thumb_url: string | null;
  formats: CatalogFormat[];
}

export interface CatalogProductDetail {
  id: string;
  name: string;
  sku: string | null;
  audience: string;
  /** The audience's policy is stopped and nothing stands in for it: photos are listed, files are not. */
  suspended: boolean;
  photos: CatalogPhoto[];
}

/** One product with the photos that the caller may see for this audience, in the editors' order; 404 without any. */
export async function getCatalogProduct(
  { db }: Services,
  caller: Caller,
  { audience, productId }: { audience: string; productId: string },
): Promise<CatalogProductDetail> {
  const reader = readerOf(caller.actor, audience);
  const rows = isUuid(productId) ? await listCatalogPhotoRows(db, reader, productId) : [];
  const product = rows.length > 0 ? await unsafeFindProductName(db, productId) : undefined;
  if (!product) throw notFound('product');
  const policy = await findReadingPolicy(db, audience);
  const contracts = policy.state === 'reads' ? policy.contracts : [];
  const versions = shownVersions(policy);
  const version = versions[0] ?? 0;
  const sourceHashes = rows.map((row) => row.source_hash);
  const keyOf = (source_hash: string, format: string) => ({
    source_hash,
    audience,
    policy_version: version,
    format,
  });
  const names = sourceHashes.flatMap((hash) =>
    contracts.map(({ format }) => derivativeName(keyOf(hash, format))),
  );
  const [files, failures, jobs] = await Promise.all([
    unsafeListDerivatives(db, { audience, sourceHashes, policyVersions: versions }),
    unsafeListDerivativeFailures(db, { audience, sourceHashes, policyVersion: version }),
    unsafeListLiveDeriveJobs(db, names),
  ]);
  const photos = rows.map((row): CatalogPhoto => {
    const find = (format: string) =>
      bestDerivative(
        files.filter((file) => file.source_hash === row.source_hash && file.format === format),
        versions,
      );
    const thumb = find('thumb');
    return {
      ...row,
      thumb_url: thumb ? derivativePaths(thumb, row.asset_id).view_url : null,
      formats: contracts
        .filter(({ format }) => format !== 'thumb')
        .map((contract) =>
          catalogFormat(contract, row.asset_id, version, {
            file: find(contract.format),
            failure: failures.find(
              (failed) => failed.source_hash === row.source_hash && failed.format === contract.format,
            ),
            jobId: jobs.find(
              (job) => job.dedup_key === derivativeName(keyOf(row.source_hash, contract.format)),
            )?.id,
          }),
        ),
    };
  });
  return { ...product, audience, suspended: policy.state === 'suspended', photos };
}
