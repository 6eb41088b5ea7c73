import os from 'node:os';
import { z } from 'zod';

const megabyte = 1024 * 1024;
const whole = 'a whole number above 0 is needed.';
const count = (fallback: number) => z.coerce.number(whole).int(whole).positive(whole).default(fallback);
/** Half of what the machine has, or the container where it has less. */
function halfOfMemoryMb(): number {
  const bound = process.constrainedMemory();
  const bytes = bound > 0 ? Math.min(bound, os.totalmem()) : os.totalmem();
  return Math.max(512, Math.floor(bytes / 2 / megabyte));
}
/** `what` follows the name where it is missing; a value that is no address is said to be none. */
const address = (name: string, what: string) =>
  z.url({
    error: ({ input }) =>
      input === undefined ? `${name} is missing: ${what}` : `${name} must be an address such as https://…`,
  });
const logLevel = z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info');
export const webhookSecretOverlapHours = z.coerce
  .number('WEBHOOK_SECRET_OVERLAP_HOURS must be hours, from 0 to 8760.')
  .min(0)
  .max(8760)
  .default(24);
const secret = (name: string) =>
  z
    .string({ error: `${name} is missing: give it a random string of at least 32 characters.` })
    .min(32, `${name} is too short: give it a random string of at least 32 characters.`);

const brokerSettings = {
  /** `host:port`, several with commas between. */
  KAFKA_BROKERS: z
    .string()
    .regex(
      /^[^\s,:]+:\d{1,5}(,[^\s,:]+:\d{1,5})*$/,
      'KAFKA_BROKERS must be host:port, several with commas between.',
    )
    .transform((list) => list.split(','))
    .optional(),
  KAFKA_TOPIC: z
    .string()
    .regex(/^[\w.-]{1,249}$/, 'KAFKA_TOPIC may have letters, digits, dots, dashes and underscores.')
    .default('blazon.events'),
  /** The consumer group of the processors. */
  KAFKA_GROUP: z.string().min(1).default('blazon'),
  /** Of a topic that is not there yet and is made at the start. */
  KAFKA_PARTITIONS: count(12),
  KAFKA_REPLICAS: count(1),
  KAFKA_TLS: z.stringbool().default(false),
  /** A PEM file with the authorities that the brokers' certificates are checked against, instead of the usual ones. */
  KAFKA_TLS_CA_FILE: z.string().optional(),
  KAFKA_SASL_MECHANISM: z
    .enum(
      ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'],
      'KAFKA_SASL_MECHANISM must be PLAIN, SCRAM-SHA-256 or SCRAM-SHA-512.',
    )
    .default('SCRAM-SHA-512'),
  KAFKA_USERNAME: z.string().optional(),
  KAFKA_PASSWORD: z.string().optional(),
};

const tracingSettings = {
  /** The collector that spans are sent to; left out, there is no tracing. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url('OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://….')
    .optional(),
  /** Each process appends its part: `blazon-web`, `blazon-worker`. */
  OTEL_SERVICE_NAME: z.string().default('blazon'),
};

const queueSettings = {
  SQS_QUEUE_URL: z.url('SQS_QUEUE_URL must be the address of the queue.').optional(),
  /** Where it is not AWS's own. */
  SQS_ENDPOINT: z.url('SQS_ENDPOINT must be an address such as http://….').optional(),
  SQS_REGION: z.string().default('us-east-1'),
  /** Left out, the AWS SDK looks in its usual places: a role, a profile, the environment. */
  SQS_ACCESS_KEY_ID: z.string().optional(),
  SQS_SECRET_ACCESS_KEY: z.string().optional(),
};

/** What the bridge needs, which has neither database nor store. */
const bridgeSchema = z.object({
  ...brokerSettings,
  ...queueSettings,
  ...tracingSettings,
  S3_BUCKET: z
    .string({ error: 'S3_BUCKET is missing: name the bucket whose uploads are told of.' })
    .min(3, 'S3_BUCKET is too short: the name of a bucket has 3 characters or more.'),
  LOG_LEVEL: logLevel,
});

/**
 * Every setting, with its default and a sentence for when it is wrong. In the embedded default
 * `scripts/start.ts` fills in the ones that have no default here.
 */
const schema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  PORT: count(3000),
  /** `localhost` is both loopback addresses. */
  HOST: z.string().default('0.0.0.0'),
  /** Where people reach the portal; links in pages and cookies follow it. */
  PORTAL_URL: address('PORTAL_URL', 'give the address people open, such as https://brand.example.com.'),
  COMPANY_NAME: z.string().default('Blazon'),
  ACCENT_COLOR: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'ACCENT_COLOR must be a colour such as #2f5bea.')
    .default('#2f5bea'),
  PORTAL_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'PORTAL_TIME_ZONE must be the name of a time zone such as Europe/Berlin.')
    .default('UTC'),
  DATABASE_URL: z
    .string({
      error:
        'DATABASE_URL is missing: give a PostgreSQL address such as postgres://user:password@host:5432/blazon.',
    })
    .regex(/^postgres(ql)?:\/\//, 'DATABASE_URL must start with postgres://.'),
  /** Connections of one process at most. */
  DATABASE_POOL: count(10),
  /** How long a statement waits for one of them. */
  DATABASE_CONNECT_TIMEOUT_MS: count(30_000),
  /** Past a pooler, for LISTEN alone: jobs then start at once instead of at the next poll. */
  DATABASE_LISTEN_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'DATABASE_LISTEN_URL must start with postgres://.')
    .optional(),
  S3_ENDPOINT: address('S3_ENDPOINT', 'give the address of the S3-compatible store.'),
  /** What browsers see of the store; it feeds the CSP. */
  S3_PUBLIC_ENDPOINT: z.url().optional(),
  S3_BUCKET: z
    .string({ error: 'S3_BUCKET is missing: name the bucket that holds the photos.' })
    .min(3, 'S3_BUCKET is too short: the name of a bucket has 3 characters or more.'),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string({ error: 'S3_ACCESS_KEY_ID is missing.' }).min(1),
  S3_SECRET_ACCESS_KEY: z.string({ error: 'S3_SECRET_ACCESS_KEY is missing.' }).min(1),
  S3_FORCE_PATH_STYLE: z.stringbool().default(true),
  AUTH_SECRET: secret('AUTH_SECRET'),
  JOBS_SECRET: secret('JOBS_SECRET'),
  EVENTS_SECRET: secret('EVENTS_SECRET'),
  /** For whoever scrapes /api/metrics; left out, only this machine may. */
  METRICS_TOKEN: secret('METRICS_TOKEN').optional(),
  /** What carries events from the transaction that makes them true to their consumers. */
  EVENTS: z.enum(['postgres', 'kafka'], 'EVENTS must be postgres or kafka.').default('postgres'),
  ...brokerSettings,
  ...queueSettings,
  ...tracingSettings,
  /** Lets webhooks call plain HTTP and addresses inside private networks. */
  WEBHOOK_ALLOW_PRIVATE: z.stringbool().default(false),
  /** How long the secret before a rotation signs beside the new one; 0 for not at all. */
  WEBHOOK_SECRET_OVERLAP_HOURS: webhookSecretOverlapHours,
  /** True only under `npm start` without outside settings: demo accounts, one-click sign-in. */
  EMBEDDED: z.stringbool().default(false),
  DATA_DIR: z.string().default('.data'),
  LOG_LEVEL: logLevel,

  MAX_UPLOAD_BYTES: count(500 * megabyte),
  MAX_MEGAPIXELS: count(100),
  MAX_FRAMES: count(256),
  MAX_JPEG_SCANS: count(100),
  MAX_PHOTOS_PER_PRODUCT: count(5),
  MULTIPART_THRESHOLD_BYTES: count(100 * megabyte),
  MULTIPART_PART_BYTES: count(16 * megabyte),
  UPLOAD_URL_SECONDS: count(900),
  /** At most 60: a withdrawal must end the URLs that are out within a minute. */
  DOWNLOAD_URL_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(60, 'DOWNLOAD_URL_SECONDS may be 60 at most.')
    .default(60),
  /** How long the browser and the store have to tell of an upload before a sweep looks for itself. */
  UPLOAD_SWEEP_GRACE_SECONDS: count(120),
  UPLOAD_ABANDONED_HOURS: count(24),
  DECODE_DEADLINE_MS: count(60_000),
  RENDER_DEADLINE_MS: count(120_000),
  RENDER_CONCURRENCY: count(2),
  PREVIEW_CONCURRENCY: count(1),
  /** What renders and previews of one process may need together; one that needs more runs alone. */
  RENDER_MEMORY_MB: count(halfOfMemoryMb()),
  /** What drawing one mark may take when a policy is written: less than a render, which has a picture beside it. */
  MARK_DEADLINE_MS: count(30_000),
  MARK_MEMORY_MB: count(2048),
  /** Backgrounds that one process removes at a time, beside the renders. */
  CUTOUT_CONCURRENCY: count(1),
  CUTOUT_DEADLINE_MS: count(180_000),
  /** What one of them may take at most: models need most of it. */
  CUTOUT_MEMORY_MB: count(2048),
  /** Where further removers of backgrounds are installed, below the project's folder or anywhere. */
  PLUGINS_DIR: z.string().default('plugins'),
  JOB_LEASE_MS: count(30_000),
  JOB_BATCH: count(4),
  JOBS_RUN_BUDGET_MS: count(20_000),
  JOBS_PER_ACTOR: count(200),
  JOBS_PER_QUEUE: count(100_000),
  /** A file that staff drop to learn where it comes from. */
  TRACE_MAX_BYTES: count(100 * megabyte),
  /** How long files of a version that is no longer given stay readable under their links. */
  RETENTION_DAYS: count(90),
  /** How long a photo can be brought back from the bin. */
  BIN_RETENTION_DAYS: count(30),
  /** Objects that nothing names are left alone until they are this old. */
  ORPHAN_GRACE_MINUTES: count(60),
  /** How long the answer to a write is kept for those who send it again under the same request id. */
  IDEMPOTENCY_HOURS: count(24),
  /** After this, a request whose process fell silent may be carried out by whoever sends it again. */
  IDEMPOTENCY_LEASE_SECONDS: count(60),
  /** Rows of one export of the audit log at most. */
  AUDIT_EXPORT_ROWS: count(100_000),
  REQUEST_BODY_BYTES: count(1 * megabyte),
  RATE_LIMIT_PER_MINUTE: count(1200),
  /** Failed attempts of one email from one address. */
  SIGN_IN_ATTEMPTS_PER_MINUTE: count(20),
  /** How many proxies of one's own stand in front, each adding to X-Forwarded-For. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).default(0),
});

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

export type Env = Readonly<z.output<typeof schema>> & { readonly projectRoot: string };

/**
 * Reads and validates settings. Throws one `Error` whose message has a sentence for each missing, malformed or
 * contradictory setting, a line each.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  return { ...parseWithSchema(schema, source, brokerContradictions), projectRoot: process.cwd() };
}

/** How many photos a product may have, for a command of the console that has no other settings of the portal. */
export function photoLimit(source: Record<string, string | undefined>): Pick<Env, 'MAX_PHOTOS_PER_PRODUCT'> {
  return parseWithSchema(schema.pick({ MAX_PHOTOS_PER_PRODUCT: true }), source, () => []);
}

export type BridgeEnv = Readonly<z.output<typeof bridgeSchema>>;

/** The settings of the bridge, the same way. `poller` reads a queue; a Lambda function is handed its messages. */
export function parseBridgeEnv(
  source: Record<string, string | undefined>,
  as: 'poller' | 'lambda',
): BridgeEnv {
  return parseWithSchema(bridgeSchema, source, (given) =>
    brokerContradictions({ ...given, EVENTS: 'kafka' }, as === 'poller'),
  );
}

/** The same of this process. */
export function bridgeEnv(as: 'poller' | 'lambda'): BridgeEnv {
  return parseBridgeEnv(process.env, as);
}

type Given = Readonly<Record<string, string | undefined>>;

function parseWithSchema<Schema extends z.ZodType>(
  settings: Schema,
  source: Given,
  findContradictions: (given: Given) => string[],
): z.output<Schema> {
  const filled = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = settings.safeParse(filled);
  const sentences = (result.error?.issues ?? []).map((issue) => {
    const name = String(issue.path[0]);
    return issue.message.includes(name) ? issue.message : `${name}: ${issue.message}`;
  });
  sentences.push(...findContradictions(filled));
  if (!result.success || sentences.length > 0) throw new Error([...new Set(sentences)].join('\n'));
  return result.data;
}

/** A sentence for each setting of the event pipeline that is missing beside another, or contradicts it. */
function brokerContradictions(given: Given, needsQueue = false): string[] {
  const isKafka = given.EVENTS === 'kafka';
  const sentences: string[] = [];
  if (isKafka && !given.KAFKA_BROKERS)
    sentences.push('KAFKA_BROKERS is missing: name the brokers that carry the events, such as kafka:9092.');
  if (needsQueue && !given.SQS_QUEUE_URL)
    sentences.push('SQS_QUEUE_URL is missing: name the queue that the store’s notifications arrive in.');
  for (const name of ['KAFKA_BROKERS', 'SQS_QUEUE_URL'])
    if (given[name] && !isKafka)
      sentences.push(`${name} is set, but EVENTS is postgres: set EVENTS=kafka, or take ${name} away.`);
  if (given.KAFKA_TLS_CA_FILE && !given.KAFKA_TLS)
    sentences.push('KAFKA_TLS_CA_FILE is set without KAFKA_TLS: set KAFKA_TLS=true, or take it away.');
  if (given.SQS_ENDPOINT && !given.SQS_QUEUE_URL)
    sentences.push('SQS_ENDPOINT is set without SQS_QUEUE_URL: name the queue, too, or take it away.');
  for (const pair of [
    ['KAFKA_USERNAME', 'KAFKA_PASSWORD'],
    ['SQS_ACCESS_KEY_ID', 'SQS_SECRET_ACCESS_KEY'],
  ]) {
    const missing = pair.filter((name) => !given[name]);
    if (missing.length === 1)
      sentences.push(`${missing[0]} is missing: ${pair.join(' and ')} are given together or not at all.`);
  }
  return sentences;
}

let cached: Env | undefined;

/** The settings of this process, read once. */
export function env(): Env {
  cached ??= parseEnv(process.env);
  return cached;
}

/**
 * next-auth reads its own address from the environment and takes it from nowhere else. The embedded default is
 * reached as localhost, 127.0.0.1 or [::1], and people stay at the name they came by.
 */
export function shareWithNextAuth(settings: Pick<Env, 'PORTAL_URL' | 'EMBEDDED'>): void {
  if (settings.EMBEDDED) process.env.AUTH_TRUST_HOST = '1';
  else process.env.NEXTAUTH_URL = new URL('/api/auth', settings.PORTAL_URL).href;
}
