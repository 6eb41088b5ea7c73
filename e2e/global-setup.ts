import { startProduct } from '#test/start-product.ts';

/**
 * One instance of the whole product for all journeys. What they need to know of it goes into the environment that
 * Playwright hands to its workers.
 */
export default async function setup() {
  // Journeys come from one address and sign in more often than a person does.
  const product = await startProduct({
    RATE_LIMIT_PER_MINUTE: '100000',
    SIGN_IN_ATTEMPTS_PER_MINUTE: '1000',
    // Files in parts without files of hundreds of megabytes; above what the demo photos weigh.
    MULTIPART_THRESHOLD_BYTES: '20000000',
    MULTIPART_PART_BYTES: '5242880',
  });
  await product.printed(/✓ Demo photos/);
  process.env.BLAZON_URL = product.url;
  process.env.BLAZON_DATA_DIR = product.dataDir;
  process.env.BLAZON_PID = String(product.process.pid);
  return () => product.stop();
}
