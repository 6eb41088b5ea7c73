import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { BridgeEnv } from '#lib/env.ts';
import type { Logger } from '#lib/observe/log.ts';
import type { EventPublisher } from '../event-publisher.ts';
import { forwardBatch } from './forward-batch.ts';

export interface PollOptions {
  publisher: EventPublisher;
  log: Logger;
  signal: AbortSignal;
  /** Receives that wait at the same time. */
  concurrency?: number;
  waitSeconds?: number;
  /** Pause of a failed message before it is visible again, by how often it was received. */
  retrySeconds?: (received: number) => number;
}

/** SQS hands out at most this many at a time. */
const maxMessages = 10;

/**
 * The bridge as a process: receives, publishes, and deletes only what the broker acknowledged. What failed becomes
 * visible again after a growing pause, and the queue's own redrive policy parks it after too many receives. Ends
 * once `signal` is aborted and what was received is dealt with.
 */
export async function pollQueue(settings: BridgeEnv, options: PollOptions): Promise<void> {
  const client = connectSqs(settings);
  const queueUrl = settings.SQS_QUEUE_URL ?? '';
  try {
    await warnWithoutRedrive(client, queueUrl, options.log);
    const loops = Array.from({ length: options.concurrency ?? 4 }, () =>
      pollUntilAborted(client, { ...settings, SQS_QUEUE_URL: queueUrl }, options),
    );
    await Promise.all(loops);
  } finally {
    client.destroy();
  }
}

function connectSqs(settings: BridgeEnv): SQSClient {
  const { SQS_ACCESS_KEY_ID: accessKeyId, SQS_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  return new SQSClient({
    region: settings.SQS_REGION,
    ...(settings.SQS_ENDPOINT && { endpoint: settings.SQS_ENDPOINT }),
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
  });
}

async function pollUntilAborted(
  client: SQSClient,
  settings: { SQS_QUEUE_URL: string; S3_BUCKET: string },
  options: PollOptions,
): Promise<void> {
  const { signal, log, publisher } = options;
  for (let failures = 0; !signal.aborted; ) {
    try {
      const messages = await receive(client, settings.SQS_QUEUE_URL, options);
      if (messages.length > 0) {
        const parts = { publisher, bucket: settings.S3_BUCKET, log };
        const failed = new Set(
          await forwardBatch(
            parts,
            messages.map(({ MessageId, Body }) => ({ messageId: MessageId ?? '', body: Body ?? '' })),
          ),
        );
        await acknowledge(client, settings.SQS_QUEUE_URL, messages, failed, options);
      }
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      log.warn({ error: String(error) }, 'the queue does not answer for now');
      await new Promise((resolve) => setTimeout(resolve, Math.min(10_000, 200 * 2 ** failures)));
    }
  }
}

async function receive(client: SQSClient, queueUrl: string, options: PollOptions): Promise<Message[]> {
  const received = await client.send(
    new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: maxMessages,
      WaitTimeSeconds: options.waitSeconds ?? 20,
      MessageSystemAttributeNames: ['ApproximateReceiveCount'],
    }),
    { abortSignal: options.signal },
  );
  return received.Messages ?? [];
}

/** Not under the signal: what was published should be deleted, even while the process ends. */
async function acknowledge(
  client: SQSClient,
  queueUrl: string,
  messages: readonly Message[],
  failed: ReadonlySet<string>,
  { retrySeconds = backoffSeconds, log }: PollOptions,
): Promise<void> {
  const [done, again] = [
    messages.filter(({ MessageId }) => !failed.has(MessageId ?? '')),
    messages.filter(({ MessageId }) => failed.has(MessageId ?? '')),
  ];
  if (done.length > 0) {
    const Entries = done.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    const { Failed = [] } = await client.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
    // It comes again and becomes the same event again.
    if (Failed.length > 0) log.warn({ messages: Failed.length }, 'messages were published and not deleted');
  }
  if (again.length > 0) {
    const Entries = again.map(({ ReceiptHandle, Attributes }, index) => ({
      Id: String(index),
      ReceiptHandle,
      VisibilityTimeout: retrySeconds(Number(Attributes?.ApproximateReceiveCount ?? 1)),
    }));
    await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: queueUrl, Entries }));
  }
}

function backoffSeconds(received: number): number {
  return Math.min(300, 2 ** received);
}

/** Without it, a message that nobody can read comes back until the queue forgets it. */
async function warnWithoutRedrive(client: SQSClient, queueUrl: string, log: Logger): Promise<void> {
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['RedrivePolicy'] }),
  );
  if (!Attributes?.RedrivePolicy)
    log.warn(
      'the queue has no redrive policy: give it a dead-letter queue, so that unreadable messages are kept',
    );
}
