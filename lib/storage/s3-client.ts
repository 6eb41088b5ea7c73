import { S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from './s3-settings.ts';

const connectTimeoutMs = 5_000;
/** Silence on an open connection, not the time of a whole transfer: large objects may take as long as they need. */
const silenceTimeoutMs = 60_000;

/** Failures are thrown and logged by whoever meets them; left to itself, the SDK writes them to the console too. */
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** A client of one endpoint: `S3_ENDPOINT` for calls of ours, `S3_PUBLIC_ENDPOINT` for URLs that browsers follow. */
export function createS3Client(settings: S3Settings, endpoint: string): S3Client {
  return new S3Client({
    endpoint,
    region: settings.S3_REGION,
    forcePathStyle: settings.S3_FORCE_PATH_STYLE,
    credentials: {
      accessKeyId: settings.S3_ACCESS_KEY_ID,
      secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
    },
    // The default would sign the CRC of an empty body into presigned PUTs.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    logger: quiet,
    requestHandler: { connectionTimeout: connectTimeoutMs, socketTimeout: silenceTimeoutMs },
  });
}
