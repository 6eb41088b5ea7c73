import type { DerivativeKey } from '#lib/policy/derivative-job.ts';
import { explainMark } from '#lib/policy/explain-policy.ts';
import type { OutputContract } from '#lib/policy/output-contract.ts';
import { derivativePaths } from './derivative-paths.ts';

/**
 * `pending`: the file is of an earlier policy version while the new one is made. `on_demand`: made when asked for.
 */
export type CatalogFormatState = 'published' | 'pending' | 'queued' | 'on_demand' | 'failed';

export interface CatalogFormat {
  format: string;
  label: string;
  media_type: string;
  max_width: number;
  max_height: number;
  /** In words. */
  mark: string;
  state: CatalogFormatState;
  url?: string;
  view_url?: string;
  manifest_url?: string;
  status_url?: string;
  width?: number;
  height?: number;
  bytes?: number;
  message?: string;
}

export interface DerivativeFile extends DerivativeKey {
  media_type: string;
  width: number;
  height: number;
  byte_size: number;
}

/** What a photo's page says of one format. A file that can be had comes before anything that is still to come. */
export function catalogFormat(
  contract: OutputContract,
  assetId: string,
  wantedVersion: number,
  found: {
    file: DerivativeFile | undefined;
    failure: { message: string } | undefined;
    jobId: string | undefined;
  },
): CatalogFormat {
  const { format, label, media_type, max_width, max_height } = contract;
  const words = { format, label, media_type, max_width, max_height, mark: explainMark(contract) };
  const status = found.jobId ? { status_url: `/api/jobs/${found.jobId}` } : {};
  if (found.file) {
    const { file } = found;
    return {
      ...words,
      ...status,
      ...derivativePaths(file, assetId),
      state: file.policy_version === wantedVersion ? 'published' : 'pending',
      media_type: file.media_type,
      width: file.width,
      height: file.height,
      bytes: file.byte_size,
    };
  }
  if (found.failure) return { ...words, state: 'failed', message: found.failure.message };
  return { ...words, ...status, state: found.jobId ? 'queued' : 'on_demand' };
}
