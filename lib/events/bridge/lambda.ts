import { bridgeEnv } from '#lib/env.ts';
import { createLogger } from '#lib/observe/log.ts';
import { kafkaPublisher } from '../kafka/kafka-publisher.ts';
import { forwardBatch } from './forward-batch.ts';

interface SqsEvent {
  Records: { messageId: string; body: string }[];
}

/** One connection for as long as the function's container lives. */
let parts: Parameters<typeof forwardBatch>[0] | undefined;

/**
 * The bridge as a Lambda function behind an SQS queue whose event source mapping reports batch item failures
 * (`FunctionResponseTypes: ReportBatchItemFailures`): messages that are not named in the answer are deleted. It
 * fails as a whole, and the whole batch is delivered again, where its settings are wrong.
 */
export async function handler(event: SqsEvent): Promise<{ batchItemFailures: { itemIdentifier: string }[] }> {
  parts ??= connect();
  const failed = await forwardBatch(parts, event.Records);
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
}

function connect(): Parameters<typeof forwardBatch>[0] {
  const settings = bridgeEnv('lambda');
  return {
    publisher: kafkaPublisher(settings),
    bucket: settings.S3_BUCKET,
    log: createLogger({ level: settings.LOG_LEVEL, name: 'bridge' }),
  };
}
