import { Consumer, MessagesStreamFallbackModes, MessagesStreamModes } from '@platformatic/kafka';
import type { Logger } from '#lib/observe/log.ts';
import { ensureTopic } from './ensure-topic.ts';
import { type KafkaSettings, kafkaConnection } from './kafka-connection.ts';
import { PartitionQueue } from './partition-queue.ts';

export interface ReceivedMessage {
  topic: string;
  partition: number;
  offset: bigint;
  key: Buffer | undefined;
  /** As it came: what can't be read must be kept as it is. */
  value: Buffer;
}

/**
 * What became of a batch of one partition: the first `settled` messages of it are done with, and the rest is to be
 * shown again after `retryMs`.
 */
export interface Handled {
  settled: number;
  retryMs?: number | undefined;
}

export interface ConsumerOptions {
  group: string;
  /** Messages of one partition in their order. Throws where nothing is known: the same batch is shown again. */
  handle(messages: readonly ReceivedMessage[]): Promise<Handled>;
  log: Logger;
  /** The longest that one partition waits before it looks again. */
  maxPauseMs?: number | undefined;
}

const maxBatch = 500;
/** Read ahead of what is handled; more is left with the broker. */
const maxWaiting = 4 * maxBatch;

/**
 * Reads the topic as one of a group until it is stopped. Offsets are committed by hand, after a batch is handled, so
 * that what a process that dies had not finished is delivered to another. Partitions are handled side by side: one
 * that waits for a lease does not hold up the others. The client sends heartbeats by its own timer meanwhile. After
 * a rebalance a commit for a partition that is somebody else's by now fails: whatever was done there is delivered
 * again, and known again by its event id.
 */
export function consumeKafka(
  settings: KafkaSettings,
  options: ConsumerOptions,
): { stop(): Promise<void>; ready: Promise<void> } {
  const stopping = new AbortController();
  const ready = Promise.withResolvers<void>();
  const running = keepRunning(settings, options, stopping.signal, ready.resolve);
  return {
    ready: ready.promise,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function keepRunning(
  settings: KafkaSettings,
  options: ConsumerOptions,
  signal: AbortSignal,
  onReady: () => void,
): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    try {
      await ensureTopic(settings);
      await runOnce(settings, options, signal, () => {
        failures = 0;
        onReady();
      });
    } catch (error) {
      options.log.warn({ error: String(error) }, 'the brokers cannot be read for now');
    }
    failures += 1;
    await pause(Math.min(10_000, 250 * 2 ** failures), signal);
  }
}

async function runOnce(
  settings: KafkaSettings,
  options: ConsumerOptions,
  signal: AbortSignal,
  onReady: () => void,
): Promise<void> {
  const consumer = new Consumer({
    ...kafkaConnection(settings, 'consumer'),
    groupId: options.group,
    autocommit: false,
    sessionTimeout: 30_000,
    heartbeatInterval: 3000,
    rebalanceTimeout: 60_000,
    maxWaitTime: 500,
  });
  const queues = new Map<string, PartitionQueue>();
  try {
    const stream = await consumer.consume({
      topics: [settings.KAFKA_TOPIC],
      mode: MessagesStreamModes.COMMITTED,
      fallbackMode: MessagesStreamFallbackModes.EARLIEST,
    });
    const end = () => void stream.close().catch(() => {});
    signal.addEventListener('abort', end, { once: true });
    onReady();
    try {
      for await (const message of stream) {
        const { topic, partition, offset, key, value } = message;
        const name = `${topic}/${partition}`;
        let queue = queues.get(name);
        if (!queue) {
          queue = new PartitionQueue({
            maxBatch,
            maxPauseMs: options.maxPauseMs ?? 5000,
            handle: options.handle,
            commit: (upTo) =>
              consumer.commit({ offsets: [{ topic, partition, offset: upTo, leaderEpoch: -1 }] }),
            log: options.log,
          });
          queues.set(name, queue);
        }
        queue.add({ topic, partition, offset, key, value: value ?? Buffer.alloc(0) });
        while (waiting(queues) >= maxWaiting && !signal.aborted) await anyProgress(queues);
        if (signal.aborted) break;
      }
    } finally {
      signal.removeEventListener('abort', end);
    }
  } finally {
    await Promise.all([...queues.values()].map((queue) => queue.stop()));
    await consumer.close(true).catch(() => {});
  }
}

function waiting(queues: Map<string, PartitionQueue>): number {
  let total = 0;
  for (const queue of queues.values()) total += queue.size;
  return total;
}

async function anyProgress(queues: Map<string, PartitionQueue>): Promise<void> {
  await Promise.race([...queues.values()].filter(({ size }) => size > 0).map((queue) => queue.progress));
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
