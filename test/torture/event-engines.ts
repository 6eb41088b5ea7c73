import http from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { freePort } from '#local/free-port.ts';
import { startKafka } from '../engines/kafka/start-kafka.ts';
import type { Fleet } from './fleet.ts';

export interface EventEngines {
  settings: Record<string, string>;
  /** Where the store posts what it was given: from here it goes into the queue, as S3 puts it there. */
  noticeUrl: string;
  restartKafka(): Promise<void>;
  stop(): Promise<void>;
}

const queue = 'uploads';

/** A real broker, a queue with SQS's semantics in a process that keeps its messages on disk, and S3's part between store and queue. */
export async function startEventEngines(fleet: Fleet, folder: string): Promise<EventEngines> {
  const kafka = await startKafka();
  const port = await freePort(25_900 + (process.pid % 90));
  const endpoint = `http://127.0.0.1:${port}`;
  const queueUrl = `${endpoint}/000000000000/${queue}`;
  try {
    await fleet.start('queue', {
      name: 'queue',
      entry: 'test/processes/queue-on-disk.ts',
      env: {
        NODE_ENV: 'production',
        QUEUE_PORT: String(port),
        QUEUE_NAME: queue,
        QUEUE_FOLDER: path.join(folder, 'queue'),
      },
    });
    const notices = await startNotices(endpoint, queueUrl);
    return {
      settings: {
        EVENTS: 'kafka',
        KAFKA_BROKERS: kafka.brokers,
        KAFKA_TOPIC: `torture-${process.pid}`,
        KAFKA_GROUP: `torture-${process.pid}`,
        SQS_QUEUE_URL: queueUrl,
        SQS_ENDPOINT: endpoint,
        SQS_ACCESS_KEY_ID: 'test',
        SQS_SECRET_ACCESS_KEY: 'test',
      },
      noticeUrl: notices.url,
      restartKafka: kafka.restart,
      stop: async () => {
        await notices.close();
        await kafka.stop();
      },
    };
  } catch (error) {
    await kafka.stop();
    throw error;
  }
}

/** Answers once the queue has it, so that the store keeps what did not get there and posts it again. */
async function startNotices(endpoint: string, queueUrl: string) {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const sqs = new SQSClient({ endpoint, region: 'us-east-1', credentials });
  const server = http.createServer(async (request, response) => {
    try {
      const MessageBody = (await buffer(request)).toString();
      await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody }));
      response.writeHead(200).end();
    } catch {
      response.writeHead(503).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('nobody listens for notices');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise<void>((resolve) => {
        sqs.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
