import AwsS3, { type AwsBody } from '@uppy/aws-s3';
import { Uppy } from '@uppy/core';
import GoldenRetriever, { type GoldenRetrieverOptions } from '@uppy/golden-retriever';
import { partBytes } from '#lib/upload/multipart-parts.ts';
import type { signStep } from './sign-step.ts';
import type { Uploader, UploadMeta } from './upload-file.ts';
import type { UploadSettings } from './upload-settings.ts';

const silent = { debug() {}, warn() {}, error() {} };
/** Uppy's own default of 10 MiB a file would keep no photo worth taking up again. */
const kept: object = { maxFileSize: 2 ** 31, maxTotalSize: 2 ** 32 };
const dayMs = 24 * 60 * 60 * 1000;

/** Uppy for its state and transfers alone: what people see and what is refused is ours. */
export function createUppy(id: string): Uploader {
  return new Uppy<UploadMeta, AwsBody>({ id, logger: silent });
}

export function sendToStore(
  uppy: Uploader,
  signRequest: ReturnType<typeof signStep>,
  { multipartThresholdBytes, multipartPartBytes }: UploadSettings,
): void {
  uppy.use(AwsS3, {
    limit: 4,
    signRequest,
    generateObjectKey: (file) => String(file.meta.object_key),
    shouldUseMultipart: (file) => (file.size ?? 0) > multipartThresholdBytes,
    // The same for the same file each time: parts that are there already would not fit otherwise.
    getChunkSize: ({ size }) => partBytes(size, multipartPartBytes),
  });
}

/** Keeps files and their state in IndexedDB, so that a reload finds them again. */
export function keepThroughReloads(uppy: Uploader): void {
  // Handed on to Uppy's store whole; its types name two of the settings only.
  const indexedDB = kept as NonNullable<GoldenRetrieverOptions['indexedDB']>;
  uppy.use(GoldenRetriever, { expires: dayMs, indexedDB });
}
