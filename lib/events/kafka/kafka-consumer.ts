import { Consumer, MessagesStreamFallbackModes, MessagesStreamModes } from '@platformatic/kafka';
import type { Logger } from '#lib/observe/log.ts';
import { gathered } from '../gathered.ts';
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

interface CommittedOffset {
  topic: string;
  partition: number;
  offset: bigint;
}

const maxBatch = 500;
/** Read ahead of what is handled; more is left with the broker. */
const maxWaiting = 4 * maxBatch;
/** The brokers find out by themselves where there is no time to say good-bye. */
const leaveMs = 3000;

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
    // How long the partitions of a process that was killed, or that lost its connection, wait for another.
    sessionTimeout: 10_000,
    heartbeatInterval: 2000,
    rebalanceTimeout: 20_000,
    maxWaitTime: 500,
  });
  const queues = new Map<string, PartitionQueue>();
  // One request for the partitions whose batches end together.
  const commit = gathered<CommittedOffset, void>(async (offsets) => {
    await consumer.commit({ offsets: offsets.map((offset) => ({ ...offset, leaderEpoch: -1 })) });
    return offsets.map(() => undefined);
  }, maxBatch);
  const aborted = whenAborted(signal);
  void aborted.then(() => Promise.all([...queues.values()].map((queue) => queue.stop())));
  try {
    // Joining waits for the other members, and must not keep this process from ending.
    const stream = await Promise.race([
      consumer.consume({
        topics: [settings.KAFKA_TOPIC],
        mode: MessagesStreamModes.COMMITTED,
        fallbackMode: MessagesStreamFallbackModes.EARLIEST,
      }),
      aborted,
    ]);
    if (!stream) return;
    onReady();
    void aborted.then(() => stream.destroy());
    for await (const { topic, partition, offset, key, value } of stream) {
      if (signal.aborted) return;
      const name = `${topic}/${partition}`;
      let queue = queues.get(name);
      if (!queue) {
        queue = new PartitionQueue({
          maxBatch,
          maxPauseMs: options.maxPauseMs ?? 5000,
          handle: options.handle,
          commit: async (upTo) => {
            await commit([{ topic, partition, offset: upTo }]);
          },
          log: options.log,
        });
        queues.set(name, queue);
      }
      queue.add({ topic, partition, offset, key, value: value ?? Buffer.alloc(0) });
      while (waiting(queues) >= maxWaiting && !signal.aborted) await anyProgress(queues);
    }
  } catch (error) {
    // A stream that is destroyed under its reader says so.
    if (!signal.aborted) throw error;
  } finally {
    await Promise.all([...queues.values()].map((queue) => queue.stop()));
    await Promise.race([consumer.close(true).catch(() => {}), pause(leaveMs)]);
  }
}

function whenAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}

function waiting(queues: Map<string, PartitionQueue>): number {
  let total = 0;
  for (const queue of queues.values()) total += queue.size;
  return total;
}

async function anyProgress(queues: Map<string, PartitionQueue>): Promise<void> {
  await Promise.race([...queues.values()].filter(({ size }) => size > 0).map((queue) => queue.progress));
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
