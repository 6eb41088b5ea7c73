import { defineConfig } from '@playwright/test';

/** Journeys run one after another against one instance of the whole product, started by e2e/global-setup.ts. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  fullyParallel: false,
  workers: 1,
  retries: 0,
  // A walk over every page takes a minute where two cores are shared.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  outputDir: 'test-results/playwright',
  reporter: [['list'], ['json']],
  use: {
    viewport: { width: 1440, height: 900 },
    actionTimeout: 20_000,
    screenshot: 'only-on-failure',
    // Recording all to keep the failed ones doubles the time: run `npx playwright test --trace on` to look closer.
    trace: 'off',
    launchOptions: {
      executablePath: process.env.BLAZON_CHROMIUM || '/usr/bin/chromium',
      chromiumSandbox: process.getuid?.() !== 0,
      args: [
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
      ],
    },
  },
});
