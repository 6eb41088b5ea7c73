import { CreateBucketCommand, HeadBucketCommand, PutBucketCorsCommand } from '@aws-sdk/client-s3';
import { createS3Client } from './s3-client.ts';
import type { S3Settings } from './s3-settings.ts';

/**
 * Makes the bucket where it is missing and lets pages of the portal upload into it. Needs a key that may do so; one
 * that may only read and write objects is enough for everything else.
 */
export async function prepareBucket(
  settings: S3Settings,
  portalOrigin: string,
): Promise<{ created: boolean }> {
  const client = createS3Client(settings, settings.S3_ENDPOINT);
  const Bucket = settings.S3_BUCKET;
  try {
    const created = !(await exists(client, Bucket));
    if (created) await client.send(new CreateBucketCommand({ Bucket }));
    const rule = {
      AllowedOrigins: [portalOrigin],
      AllowedMethods: ['PUT', 'POST', 'GET', 'DELETE'],
      AllowedHeaders: ['content-type', 'x-amz-checksum-sha256', 'if-none-match'],
      ExposeHeaders: ['ETag'],
    };
    await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [rule] } }));
    return { created };
  } finally {
    client.destroy();
  }
}

async function exists(client: ReturnType<typeof createS3Client>, Bucket: string): Promise<boolean> {
  try {
    await client.send(new HeadBucketCommand({ Bucket }));
    return true;
  } catch (error) {
    const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
    if (status === 404) return false;
    throw error;
  }
}
