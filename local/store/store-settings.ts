import type { StoreOptions } from './start-store.ts';

/**
 * Reads the settings of the store process: STORE_FOLDER, STORE_PORT, STORE_BUCKET, STORE_ACCESS_KEY_ID and
 * STORE_SECRET_ACCESS_KEY; and where wanted STORE_REGION, STORE_CORS_ORIGINS (with commas between), STORE_NOTIFY_URL,
 * STORE_NOTIFY_SECRET and STORE_NOTIFY_PREFIX. Throws one `Error` with a sentence for each that is wrong.
 */
export function parseStoreSettings(source: Record<string, string | undefined>): StoreOptions {
  const faults: string[] = [];
  const required = (name: string): string => {
    const value = source[name];
    if (!value) faults.push(`${name} is missing.`);
    return value ?? '';
  };
  const settings: StoreOptions = {
    folder: required('STORE_FOLDER'),
    port: Number(required('STORE_PORT')),
    bucket: required('STORE_BUCKET'),
    credentials: {
      accessKeyId: required('STORE_ACCESS_KEY_ID'),
      secretAccessKey: required('STORE_SECRET_ACCESS_KEY'),
    },
    corsOrigins: (source.STORE_CORS_ORIGINS ?? '')
      .split(',')
      .map((origin) => origin.trim())
      .filter((origin) => origin !== ''),
  };
  if (!Number.isInteger(settings.port) || settings.port < 0 || settings.port > 65_535)
    faults.push('STORE_PORT must be a port number, or 0 for any free one.');
  if (source.STORE_REGION) settings.region = source.STORE_REGION;
  if (source.STORE_NOTIFY_URL) {
    const prefix = source.STORE_NOTIFY_PREFIX;
    const secret = required('STORE_NOTIFY_SECRET');
    settings.notify = { url: source.STORE_NOTIFY_URL, secret, ...(prefix && { prefix }) };
    if (!URL.canParse(source.STORE_NOTIFY_URL)) faults.push('STORE_NOTIFY_URL must be an address.');
  }
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return settings;
}
