import { startFauxqs } from 'fauxqs';
import { followParent } from '#local/parent.ts';

/** The queue as a process that can be killed: its messages lie on disk, as they are safe with SQS. */
const { QUEUE_PORT, QUEUE_NAME = '', QUEUE_FOLDER = '' } = process.env;
const server = await startFauxqs({
  port: Number(QUEUE_PORT),
  host: '127.0.0.1',
  logger: false,
  dataDir: QUEUE_FOLDER,
});
const { queueArn } = server.createQueue(`${QUEUE_NAME}-dead`);
const redrive = JSON.stringify({ deadLetterTargetArn: queueArn, maxReceiveCount: '20' });
server.createQueue(QUEUE_NAME, { attributes: { VisibilityTimeout: '3', RedrivePolicy: redrive } });
followParent(() => server.stop()).ready();
