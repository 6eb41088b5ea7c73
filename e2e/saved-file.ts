import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';

export interface SavedFile {
  /** As the browser would write it to the disk. */
  name: string;
  bytes: Buffer;
  sha256: string;
}

/** Clicks, and waits for the file that the browser is given. */
export async function saveBy(page: Page, button: Locator): Promise<SavedFile> {
  const coming = page.waitForEvent('download', { timeout: 45_000 });
  await button.click();
  const download = await coming;
  const bytes = await readFile(await download.path());
  return { name: download.suggestedFilename(), bytes, sha256: sha256(bytes) };
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Below this, encoders differ by themselves. */
const visible = 12;

/** The share of pixels in which two pictures of one size visibly differ. */
export async function changedShare(left: Buffer, right: Buffer): Promise<number> {
  const [a, b] = await Promise.all([left, right].map((bytes) => sharp(bytes).removeAlpha().raw().toBuffer()));
  if (!a || !b || a.length !== b.length) throw new Error('the pictures are not of one size');
  let changed = 0;
  for (let at = 0; at < a.length; at += 3)
    if ([0, 1, 2].some((channel) => Math.abs((a[at + channel] ?? 0) - (b[at + channel] ?? 0)) > visible))
      changed += 1;
  return changed / (a.length / 3);
}
