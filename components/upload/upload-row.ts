import { failureWords, mayRetry } from '#lib/ingest/failure-sentences.ts';
import type { UploadFile } from './upload-file.ts';
import type { UploadProblem } from './upload-problem.ts';

export type RowState =
  | 'waiting'
  | 'asking'
  | 'uploading'
  | 'paused'
  | 'offline'
  | 'stalled'
  | 'checking'
  | 'processing'
  | 'ready'
  | 'stopped'
  | 'failed'
  | 'lost'
  | 'refused';

/** What a person can do about a row. `again`: the same bytes as a new upload. `choose`: the file once more. */
export type RowRemedy = 'retry' | 'admit' | 'again' | 'choose';

export interface UploadRow {
  id: string;
  name: string;
  bytes: number;
  productId: string;
  productName: string;
  state: RowState;
  sent: number;
  /** Bytes a second. */
  speed: number | null;
  inParts: boolean;
  blob: Blob | undefined;
  assetId: string | undefined;
  title?: string | undefined;
  sentence?: string | undefined;
  remedy?: RowRemedy | undefined;
}

export interface RowMoment {
  online: boolean;
  stalled: boolean;
  speed: number | null;
}

/** A file of Uppy's as a row of the panel. Pure. */
export function uploadRow(file: UploadFile, moment: RowMoment): UploadRow {
  const { meta, progress } = file;
  return {
    id: file.id,
    name: file.name,
    bytes: file.size ?? 0,
    productId: meta.product_id,
    productName: meta.product_name,
    sent: progress.uploadComplete ? (file.size ?? 0) : Number(progress.bytesUploaded || 0),
    speed: moment.speed,
    inParts: file.s3Multipart !== undefined,
    blob: file.data instanceof Blob ? file.data : undefined,
    assetId: meta.asset_id,
    ...stateOf(file, moment),
  };
}

function stateOf(
  file: UploadFile,
  { online, stalled }: RowMoment,
): Pick<UploadRow, 'state' | 'title' | 'sentence' | 'remedy'> {
  const { meta } = file;
  if (meta.step === 'settling' && meta.status === 'READY') return { state: 'ready' };
  if (meta.step === 'settling' && meta.status === 'FAILED') return failed(file);
  if (meta.step === 'settling') return { state: 'processing' };
  if (file.isGhost) {
    const sentence =
      'The page was reloaded and the browser did not keep this file. Choose it again to go on.';
    return { state: 'lost', sentence, remedy: 'choose' };
  }
  if (file.error || meta.problem) return stopped(meta.problem);
  if (file.isPaused) return { state: 'paused' };
  if (meta.step === 'asking' || meta.step === 'waiting') return { state: meta.step };
  if (meta.step === 'checking') return { state: 'checking' };
  if (!online)
    return {
      state: 'offline',
      sentence: 'No connection. It goes on by itself once you are online.',
      remedy: 'retry',
    };
  if (stalled) return { state: 'stalled', sentence: 'No byte has moved for half a minute.', remedy: 'retry' };
  return { state: 'uploading' };
}

function stopped(problem: UploadProblem | null | undefined) {
  const remedy: RowRemedy | undefined = problem?.code === 'refused' ? undefined : 'retry';
  return {
    state: 'stopped' as const,
    sentence: problem?.sentence ?? 'The upload stopped. Try again.',
    remedy,
  };
}

function failed({ meta, data }: UploadFile) {
  const failure = meta.failure ?? 'internal';
  const { title, sentence } = failureWords(failure, meta.failure_detail);
  const again: RowRemedy | undefined = data instanceof Blob && sendAgain.has(failure) ? 'again' : undefined;
  return {
    state: 'failed' as const,
    title,
    sentence,
    remedy: mayRetry(failure) ? ('admit' as const) : again,
  };
}

/** Failures of the way, not of the file: the same bytes may well arrive. */
const sendAgain: ReadonlySet<string> = new Set([
  'size_mismatch',
  'checksum_mismatch',
  'upload_changed',
  'upload_abandoned',
]);
