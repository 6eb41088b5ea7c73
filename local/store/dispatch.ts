import type { Answer } from './answer.ts';
import { type Operation, operations } from './operations.ts';
import { checkKey } from './request-target.ts';
import { S3Error } from './s3-error.ts';
import type { Store } from './store.ts';
import type { StoreRequest } from './store-request.ts';

/** Finds the operation that a verified request names, and runs it. */
export async function dispatch(store: Store, request: StoreRequest): Promise<Answer> {
  const operation = findOperation(request);
  const { bucket: bucketName, key } = request.target;
  if (operation.level === 'service') return operation.run(store, request);
  const bucket = store.bucket(bucketName);
  if (operation.level === 'bucket') return operation.run(store, request, { bucket });
  checkKey(key ?? '');
  return operation.run(store, request, { bucket, key: key ?? '' });
}

function findOperation(request: StoreRequest): Operation {
  const { bucket, key } = request.target;
  if (bucket === undefined) throw new S3Error('NotImplemented', 'Buckets are not listed here.');
  // A bucket is made at the service, before there is one.
  const levels = key === undefined ? ['bucket', 'service'] : ['object'];
  const operation = operations.find(
    (candidate) =>
      candidate.method === request.method && levels.includes(candidate.level) && isMeant(candidate, request),
  );
  if (!operation) throw new S3Error('MethodNotAllowed', 'The specified method is not allowed here.');
  const known = new Set(operation.query);
  if (operation.when && 'query' in operation.when) known.add(operation.when.query);
  for (const name of request.query.keys())
    if (!known.has(name) && name !== 'x-id' && !/^x-amz-/i.test(name))
      throw new S3Error('NotImplemented', `The parameter '${name}' is not supported here.`);
  return operation;
}

function isMeant({ when }: Operation, request: StoreRequest): boolean {
  if (!when) return true;
  return 'query' in when ? request.query.has(when.query) : request.header(when.header) !== undefined;
}
