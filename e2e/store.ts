import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { connectS3 } from '#lib/storage/s3-store.ts';
import { portalUrl } from './sign-in.ts';

/** The instance's own store, with its keys: to see what pages can't. */
export async function openStore(page: Page) {
  const secrets = JSON.parse(
    readFileSync(path.join(process.env.BLAZON_DATA_DIR ?? '', 'secrets.json'), 'utf8'),
  );
  return connectS3({
    S3_ENDPOINT: await storeOrigin(page),
    S3_BUCKET: 'blazon',
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: secrets.storeAccessKeyId,
    S3_SECRET_ACCESS_KEY: secrets.storeSecretAccessKey,
    S3_FORCE_PATH_STYLE: true,
  });
}

/** Where browsers send files, as the pages' policy says. */
export async function storeOrigin(page: Page): Promise<string> {
  const response = await page.request.get(portalUrl('/sign-in'));
  const policy = response.headers()['content-security-policy'] ?? '';
  return /connect-src 'self' (\S+?);/.exec(policy)?.[1] ?? '';
}
