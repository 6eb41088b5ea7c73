import type { S3Settings } from '#lib/storage/s3-settings.ts';

/**
 * A real S3 engine to hold against the same contract: STORAGE_SUITE_ENDPOINT, _BUCKET, _ACCESS_KEY_ID and
 * _SECRET_ACCESS_KEY, and where needed _REGION and _PATH_STYLE. Undefined where none is named.
 */
export function outsideStore(source: Record<string, string | undefined>): S3Settings | undefined {
  const setting = (name: string) => source[`STORAGE_SUITE_${name}`];
  const endpoint = setting('ENDPOINT');
  if (!endpoint) return undefined;
  return {
    S3_ENDPOINT: endpoint,
    S3_PUBLIC_ENDPOINT: undefined,
    S3_BUCKET: setting('BUCKET') ?? 'blazon-suite',
    S3_REGION: setting('REGION') ?? 'us-east-1',
    S3_ACCESS_KEY_ID: setting('ACCESS_KEY_ID') ?? '',
    S3_SECRET_ACCESS_KEY: setting('SECRET_ACCESS_KEY') ?? '',
    S3_FORCE_PATH_STYLE: setting('PATH_STYLE') !== 'false',
  };
}
