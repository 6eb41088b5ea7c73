import type { Answer } from '../answer.ts';
import { readText } from '../body/read-body.ts';
import type { Handlers } from '../operations.ts';
import { S3Error } from '../s3-error.ts';

const textLimit = 64 * 1024;

/** The body may name a region; there is only one here. */
export const createBucket: Handlers['service'] = async (store, request): Promise<Answer> => {
  const name = request.target.bucket ?? '';
  if (request.header('content-length') !== undefined) await readText(request, textLimit);
  if (store.hasBucket(name))
    throw new S3Error('BucketAlreadyOwnedByYou', 'The bucket is there already, and it is yours.');
  await store.createBucket(name);
  return { status: 200, headers: { location: `/${name}` } };
};
