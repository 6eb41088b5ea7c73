import type { Answer } from './answer.ts';
import type { Bucket } from './bucket.ts';
import { abortMultipartUpload } from './handlers/abort-multipart-upload.ts';
import { completeMultipartUpload } from './handlers/complete-multipart-upload.ts';
import { copyObject } from './handlers/copy-object.ts';
import { createBucket } from './handlers/create-bucket.ts';
import { createMultipartUpload } from './handlers/create-multipart-upload.ts';
import { deleteObject } from './handlers/delete-object.ts';
import { deleteObjects } from './handlers/delete-objects.ts';
import { getBucketLocation } from './handlers/get-bucket-location.ts';
import { getObject } from './handlers/get-object.ts';
import { headBucket } from './handlers/head-bucket.ts';
import { listMultipartUploads } from './handlers/list-multipart-uploads.ts';
import { listObjects } from './handlers/list-objects.ts';
import { listParts } from './handlers/list-parts.ts';
import { putObject } from './handlers/put-object.ts';
import { uploadPart } from './handlers/upload-part.ts';
import type { Store } from './store.ts';
import type { StoreRequest } from './store-request.ts';

/** What a handler is given, by what its path names. */
export interface Handlers {
  service: (store: Store, request: StoreRequest) => Promise<Answer>;
  bucket: (store: Store, request: StoreRequest, at: { bucket: Bucket }) => Promise<Answer>;
  object: (store: Store, request: StoreRequest, at: { bucket: Bucket; key: string }) => Promise<Answer>;
}

/**
 * `when` names the query parameter, or the header, that makes the request this operation. Parameters that are not
 * in `query` are refused: `?acl` must never be taken for the object itself.
 */
export type Operation = {
  [Level in keyof Handlers]: {
    level: Level;
    method: string;
    when?: { query: string } | { header: string };
    query?: readonly string[];
    run: Handlers[Level];
  };
}[keyof Handlers];

const responseHeaders = [
  'response-cache-control',
  'response-content-disposition',
  'response-content-encoding',
  'response-content-language',
  'response-content-type',
  'response-expires',
];
const listQuery = ['prefix', 'encoding-type'];

/** The first that fits is the one. */
export const operations: readonly Operation[] = [
  { level: 'bucket', method: 'GET', when: { query: 'location' }, run: getBucketLocation },
  {
    level: 'bucket',
    method: 'GET',
    when: { query: 'uploads' },
    query: [...listQuery, 'key-marker', 'upload-id-marker', 'max-uploads'],
    run: listMultipartUploads,
  },
  {
    level: 'bucket',
    method: 'GET',
    query: [
      ...listQuery,
      'list-type',
      'delimiter',
      'max-keys',
      'continuation-token',
      'start-after',
      'fetch-owner',
    ],
    run: listObjects,
  },
  { level: 'bucket', method: 'HEAD', run: headBucket },
  { level: 'bucket', method: 'POST', when: { query: 'delete' }, run: deleteObjects },
  { level: 'service', method: 'PUT', run: createBucket },
  {
    level: 'object',
    method: 'GET',
    when: { query: 'uploadId' },
    query: ['part-number-marker', 'max-parts'],
    run: listParts,
  },
  { level: 'object', method: 'GET', query: responseHeaders, run: getObject },
  { level: 'object', method: 'HEAD', query: responseHeaders, run: getObject },
  {
    level: 'object',
    method: 'PUT',
    when: { query: 'uploadId' },
    query: ['partNumber'],
    run: uploadPart,
  },
  { level: 'object', method: 'PUT', when: { header: 'x-amz-copy-source' }, run: copyObject },
  { level: 'object', method: 'PUT', run: putObject },
  { level: 'object', method: 'POST', when: { query: 'uploads' }, run: createMultipartUpload },
  { level: 'object', method: 'POST', when: { query: 'uploadId' }, run: completeMultipartUpload },
  { level: 'object', method: 'DELETE', when: { query: 'uploadId' }, run: abortMultipartUpload },
  { level: 'object', method: 'DELETE', run: deleteObject },
];
