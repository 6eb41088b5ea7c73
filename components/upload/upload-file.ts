import type { AwsBody } from '@uppy/aws-s3';
import type { Uppy } from '@uppy/core';
import type { UppyFile } from '@uppy/core/utils';
import type { AssetFailure, AssetStatus } from '#lib/lifecycle.ts';
import type { UploadProblem } from './upload-problem.ts';

/** How far a file is before the portal has its asset's status to tell. */
export type UploadStep = 'asking' | 'waiting' | 'uploading' | 'checking' | 'settling';

/**
 * What is kept of an upload beside its bytes. It is stored with them, so that a reload goes on with the same key:
 * the portal then knows the upload again.
 */
export type UploadMeta = {
  product_id: string;
  product_name: string;
  declared_type: string;
  idempotency_key: string;
  step: UploadStep;
  asset_id?: string | undefined;
  object_key?: string | undefined;
  status?: AssetStatus | undefined;
  failure?: AssetFailure | null | undefined;
  failure_detail?: string | null | undefined;
  problem?: UploadProblem | null | undefined;
  /** Nothing lies in the store after all: whoever runs the upload begins anew. */
  start_over?: boolean | undefined;
};

export type Uploader = Uppy<UploadMeta, AwsBody>;
export type UploadFile = UppyFile<UploadMeta, AwsBody>;

export function note(uppy: Uploader, id: string, change: Partial<UploadMeta>): void {
  // Uppy merges what it is given; only its types ask for the whole.
  uppy.setFileMeta(id, change as UploadMeta);
}

const nothingSent = {
  percentage: 0,
  bytesUploaded: false,
  uploadComplete: false,
  uploadStarted: null,
} as const;

/** The bytes are in the store, whoever sent them. */
export function markSent(uppy: Uploader, id: string): void {
  const file = uppy.getFile(id);
  if (!file) return;
  const uploadStarted = file.progress.uploadStarted ?? Date.now();
  uppy.setFileState(id, {
    error: null,
    progress: {
      ...file.progress,
      uploadStarted,
      bytesUploaded: file.size ?? 0,
      percentage: 100,
      uploadComplete: true,
    },
  });
}

/** Back to where nothing was sent yet. */
export function markUnsent(uppy: Uploader, id: string): void {
  const file = uppy.getFile(id);
  if (!file) return;
  uppy.setFileState(id, {
    error: null,
    isPaused: false,
    s3Multipart: undefined,
    progress: { bytesTotal: file.size, ...nothingSent },
  });
}
