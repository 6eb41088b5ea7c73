import { describe, expect, it } from 'vitest';
import { parseBridgeEnv, parseEnv } from './env.ts';

const needed = {
  PORTAL_URL: 'https://brand.example.com',
  DATABASE_URL: 'postgres://db/blazon',
  S3_ENDPOINT: 'https://s3.example.com',
  S3_BUCKET: 'photos',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'key',
  AUTH_SECRET: 'a'.repeat(32),
  JOBS_SECRET: 'j'.repeat(32),
  EVENTS_SECRET: 'e'.repeat(32),
};
const bridge = {
  KAFKA_BROKERS: 'kafka:9092',
  S3_BUCKET: 'photos',
  SQS_QUEUE_URL: 'https://sqs.example.com/1/uploads',
};

describe('the settings of the event pipeline', () => {
  it('are the embedded transport unless told', () => {
    expect(parseEnv(needed).EVENTS).toBe('postgres');
  });

  it('name several brokers with commas between', () => {
    const { KAFKA_BROKERS } = parseEnv({ ...needed, EVENTS: 'kafka', KAFKA_BROKERS: 'a:9092,b:9093' });
    expect(KAFKA_BROKERS).toEqual(['a:9092', 'b:9093']);
  });

  it.each([
    [{ EVENTS: 'rabbit' }, 'EVENTS must be postgres or kafka.'],
    [{ EVENTS: 'kafka' }, 'KAFKA_BROKERS is missing'],
    [{ EVENTS: 'kafka', KAFKA_BROKERS: 'kafka' }, 'KAFKA_BROKERS must be host:port'],
    [{ KAFKA_BROKERS: 'kafka:9092' }, 'KAFKA_BROKERS is set, but EVENTS is postgres'],
    [{ SQS_QUEUE_URL: bridge.SQS_QUEUE_URL }, 'SQS_QUEUE_URL is set, but EVENTS is postgres'],
    [
      { EVENTS: 'kafka', KAFKA_BROKERS: 'k:1', SQS_ENDPOINT: 'http://sqs' },
      'SQS_ENDPOINT is set without SQS_QUEUE_URL',
    ],
    [{ EVENTS: 'kafka', KAFKA_BROKERS: 'k:1', KAFKA_USERNAME: 'me' }, 'KAFKA_PASSWORD is missing'],
    [
      { EVENTS: 'kafka', KAFKA_BROKERS: 'k:1', KAFKA_TLS_CA_FILE: 'ca.pem' },
      'KAFKA_TLS_CA_FILE is set without KAFKA_TLS',
    ],
  ])('are refused in a sentence where they are %j', (given, sentence) => {
    expect(() => parseEnv({ ...needed, ...given })).toThrow(sentence);
  });

  it('are enough for the bridge without a database, a store’s key or a secret', () => {
    expect(parseBridgeEnv(bridge, 'poller').KAFKA_TOPIC).toBe('blazon.events');
  });

  it('tell the bridge which queue to read, and a function needs none', () => {
    const { SQS_QUEUE_URL, ...rest } = bridge;
    expect(() => parseBridgeEnv(rest, 'poller')).toThrow('SQS_QUEUE_URL is missing');
    expect(parseBridgeEnv(rest, 'lambda').S3_BUCKET).toBe('photos');
  });

  it('say all that is wrong at once, a line each', () => {
    const attempt = () => parseBridgeEnv({ SQS_ACCESS_KEY_ID: 'x' }, 'poller');
    for (const name of ['KAFKA_BROKERS', 'S3_BUCKET', 'SQS_QUEUE_URL', 'SQS_SECRET_ACCESS_KEY'])
      expect(attempt).toThrow(new RegExp(`^${name} is missing`, 'm'));
  });
});

it('a name that no bucket can have is not called missing', () => {
  const parse = (S3_BUCKET: string | undefined) => () => parseEnv({ ...needed, S3_BUCKET });
  expect(parse('b')).toThrow('S3_BUCKET is too short');
  expect(parse(undefined)).toThrow('S3_BUCKET is missing');
});
