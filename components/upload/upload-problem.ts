/** Why an upload stopped on its way, before the portal had a verdict on the photo itself. */
export interface UploadProblem {
  code: 'offline' | 'expired' | 'store' | 'portal' | 'signed_out' | 'refused' | 'product_full' | 'lost';
  /** What happened and what to do. */
  sentence: string;
}

export function problem(code: UploadProblem['code'], sentence: string): UploadProblem {
  return { code, sentence };
}

/** Carries a problem through Uppy, which hands on whatever was thrown. */
export class UploadStopped extends Error {
  readonly problem: UploadProblem;

  constructor(stopped: UploadProblem) {
    super(stopped.sentence);
    this.name = 'UploadStopped';
    this.problem = stopped;
  }
}

export const offline = problem(
  'offline',
  'The connection is gone. It goes on by itself once you are online again, or try now.',
);

const expired = problem(
  'expired',
  'The permission to send this file ran out while it waited. Try again: you get a new one and nothing is lost.',
);

/** What of S3's answers Uppy hands on: `S3ServiceError` has a status, `S3NetworkError` a code. */
interface StoreError {
  status?: unknown;
  code?: unknown;
  serviceCode?: unknown;
}

export function storeStatus(error: unknown): number | undefined {
  const { status } = error as StoreError;
  return typeof status === 'number' ? status : undefined;
}

/** Whatever stopped an upload, as a sentence with what to do. */
export function problemOf(error: unknown): UploadProblem {
  if (error instanceof UploadStopped) return error.problem;
  const { code, serviceCode } = error as StoreError;
  const status = storeStatus(error);
  if (code === 'NETWORK' || code === 'offline') return offline;
  if (status === 403) return expired;
  if (status === 409) return problem('store', 'Another upload of this file was just finishing. Try again.');
  if (status !== undefined) {
    const name = typeof serviceCode === 'string' ? `${status} ${serviceCode}` : String(status);
    return problem('store', `The store did not take the file (it answered ${name}). Try again in a moment.`);
  }
  return problem('store', 'The upload stopped for a reason the browser does not tell. Try again.');
}
