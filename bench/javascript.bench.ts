import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { freePort } from '#local/free-port.ts';
import { findBrowser } from '#scripts/find-browser.ts';
import { startProduct } from '#test/start-product.ts';

/**
 * JavaScript that a modern browser loads for the public catalog, gzipped, ÷ that of an empty page of the same Next.
 * Goal: at most 1.2.
 */
const browser = await chromium.launch({
  executablePath: await findBrowser(process.cwd(), console.log),
  chromiumSandbox: process.getuid?.() !== 0,
  args: ['--disable-gpu', '--disable-background-networking'],
});
const next = path.resolve('node_modules/next/dist/bin/next');
const folder = path.resolve('bench/empty-page');
const product = await startProduct();
const emptyPort = await freePort(4390);
await once(fork(next, ['build'], { cwd: folder, silent: true }), 'exit');
const empty = fork(next, ['start', '-p', String(emptyPort), '-H', '127.0.0.1'], {
  cwd: folder,
  silent: true,
});
if (empty.stdout) for await (const chunk of empty.stdout) if (String(chunk).includes('Ready')) break;

try {
  await product.printed(/✓ Demo photos/);
  const catalog = await loadedScripts(`${product.url}/catalog`);
  const baseline = await loadedScripts(`http://127.0.0.1:${emptyPort}/`);
  console.log(`  catalog ${kilobytes(catalog)}, empty Next page ${kilobytes(baseline)}`);
  console.log(
    `  JavaScript of the catalog ÷ of an empty page: ${(catalog / baseline).toFixed(2)} (goal ≤ 1.2)`,
  );
} finally {
  empty.kill();
  await browser.close();
  await product.stop();
}

/** Bytes of all scripts that the page loads by itself, each gzipped at the same level. */
async function loadedScripts(url: string): Promise<number> {
  const page = await browser.newPage();
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      sizes.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await page.close();
  return total;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(0)} kB`;
}
