import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{app,components,lib,db,local,scripts,test}/**/*.test.{ts,tsx}'],
    globalSetup: ['test/global-setup.ts'],
    // Real Postgres and real image work share two cores: more workers only make deadlines miss.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
