import { defineConfig } from 'vitest/config';

/** `npm run test:engines`: against a real broker, a real S3 engine and a queue with SQS's semantics. */
export default defineConfig({
  test: {
    include: ['test/engines/**/*.engine.ts'],
    globalSetup: ['test/engines/global-setup.ts'],
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
