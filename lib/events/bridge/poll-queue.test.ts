import { randomUUID } from 'node:crypto';
import { startFauxqs } from 'fauxqs';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { parseBridgeEnv } from '#lib/env.ts';
import { createLogger } from '#lib/observe/log.ts';
import type { DomainEvent } from '../event.ts';
import { pollQueue } from './poll-queue.ts';

const sqs = await startFauxqs({ port: 0, host: 'localhost', logger: false });
afterAll(() => sqs.stop());
const log = createLogger({ level: 'silent', name: 'test' });
const bucket = 'photos';
const maxReceives = 3;

/** A broker that acknowledges, or does not for as long as `refuse` says so. */
class Broker {
  readonly events: DomainEvent[] = [];
  refuse = 0;
  calls = 0;
  async publish(events: readonly DomainEvent[]): Promise<void> {
    this.calls += 1;
    if (this.refuse > 0) {
      this.refuse -= 1;
      throw new Error('not acknowledged');
    }
    this.events.push(...events);
  }
  async close(): Promise<void> {}
}

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A queue of its own with its dead-letter queue, and the bridge that polls it. */
function bridge(broker: Broker) {
  const name = `uploads-${randomUUID()}`;
  const { queueArn } = sqs.createQueue(`${name}-dead`);
  const { queueUrl } = sqs.createQueue(name, {
    attributes: {
      VisibilityTimeout: '30',
      RedrivePolicy: JSON.stringify({ deadLetterTargetArn: queueArn, maxReceiveCount: String(maxReceives) }),
    },
  });
  const settings = parseBridgeEnv(
    {
      KAFKA_BROKERS: 'unused:9092',
      S3_BUCKET: bucket,
      SQS_QUEUE_URL: queueUrl,
      SQS_ENDPOINT: sqs.address,
      SQS_ACCESS_KEY_ID: 'test',
      SQS_SECRET_ACCESS_KEY: 'test',
    },
    'poller',
  );
  const stopping = new AbortController();
  const options = { publisher: broker, log, signal: stopping.signal, waitSeconds: 1, retrySeconds: () => 0 };
  const polling = pollQueue(settings, options);
  stops.push(async () => {
    stopping.abort();
    await polling;
  });
  return {
    send: (body: string) => sqs.sendMessage(name, body),
    /** Waits until the queue holds nothing, visible or in flight, and answers what its dead-letter queue holds. */
    async drained(): Promise<number> {
      await expect.poll(() => left(name), { timeout: 15_000, interval: 20 }).toBe(0);
      return left(`${name}-dead`);
    },
  };
}

function left(name: string): number {
  const { ready, delayed, inflight } = sqs.inspectQueue(name)?.messages ?? {
    ready: [],
    delayed: [],
    inflight: [],
  };
  return ready.length + delayed.length + inflight.length;
}

function notification(assetId: string = randomUUID()): string {
  const object = { key: `assets/${assetId}/original.jpg`, size: 1, eTag: 'abc' };
  return JSON.stringify({
    Records: [{ eventName: 'ObjectCreated:Put', s3: { bucket: { name: bucket }, object } }],
  });
}

describe('the bridge as a process', () => {
  it('publishes every upload and leaves the queue empty', async () => {
    const broker = new Broker();
    const { send, drained } = bridge(broker);
    const ids = Array.from({ length: 25 }, () => randomUUID());
    for (const id of ids) send(notification(id));
    expect(await drained()).toBe(0);
    expect(broker.events.map(({ key }) => key).sort()).toEqual(ids.sort());
  });

  it('deletes nothing that the broker did not acknowledge: it is visible again and published later', async () => {
    const broker = new Broker();
    broker.refuse = maxReceives - 1;
    const { send, drained } = bridge(broker);
    send(notification());
    expect(await drained()).toBe(0);
    expect(broker.events).toHaveLength(1);
    expect(broker.calls).toBe(maxReceives);
  });

  it('lets the queue park what stays unreadable, and what is beside it pass', async () => {
    const broker = new Broker();
    const { send, drained } = bridge(broker);
    send('no notification at all');
    send(notification());
    send(JSON.stringify({ Event: 's3:TestEvent' }));
    expect(await drained()).toBe(1);
    expect(broker.events).toHaveLength(1);
  });
});
