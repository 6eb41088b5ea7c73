import { S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from '#lib/storage/s3-settings.ts';

/** The AWS SDK with its own defaults, as any other program would use it: it sends checksums in trailers. */
export function s3Peer(settings: S3Settings): S3Client {
  return new S3Client({
    endpoint: settings.S3_ENDPOINT,
    region: settings.S3_REGION,
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: {
      accessKeyId: settings.S3_ACCESS_KEY_ID,
      secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
    },
  });
}
