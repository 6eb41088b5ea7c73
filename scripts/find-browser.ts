import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
/** A Chromium in an npm package, for machines where neither Playwright's download nor a system package is to be had. */
const packaged = '@sparticuz/chromium@153.0.0';

/**
 * A Chromium for the end-to-end tests: the one that is set, installed or downloaded already, else installed now by
 * the first way that works. Throws a sentence when none does.
 */
export async function findBrowser(projectRoot: string, say: (text: string) => void): Promise<string> {
  const standing = [process.env.BLAZON_CHROMIUM, chromium.executablePath(), ...usual].find(
    (file) => file && existsSync(file),
  );
  if (standing) return standing;
  say('No Chromium found: installing one (once) …');
  if (
    attempt('npx', ['playwright', 'install', '--with-deps', 'chromium'], projectRoot) &&
    existsSync(chromium.executablePath())
  ) {
    return chromium.executablePath();
  }
  if (
    process.getuid?.() === 0 &&
    attempt('apt-get', ['update', '-qq'], projectRoot) &&
    attempt('apt-get', ['install', '-y', '-qq', 'chromium'], projectRoot)
  ) {
    return '/usr/bin/chromium';
  }
  return await installPackaged(projectRoot);
}

async function installPackaged(projectRoot: string): Promise<string> {
  const folder = path.join(projectRoot, '.cache', 'chromium');
  mkdirSync(folder, { recursive: true });
  if (
    !attempt('npm', ['install', '--prefix', folder, '--no-save', '--no-package-lock', packaged], projectRoot)
  ) {
    throw new Error(
      'No browser could be installed for the end-to-end tests. Install Chromium, or set BLAZON_CHROMIUM to one.',
    );
  }
  const entry = path.join(folder, 'node_modules/@sparticuz/chromium/build/index.js');
  const module = (await import(pathToFileURL(entry).href)) as {
    default: { executablePath(): Promise<string> };
  };
  return await module.default.executablePath();
}

function attempt(program: string, args: string[], cwd: string): boolean {
  try {
    execFileSync(program, args, {
      cwd,
      stdio: 'ignore',
      timeout: 300_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    return true;
  } catch {
    return false;
  }
}
