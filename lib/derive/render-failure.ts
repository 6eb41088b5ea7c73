import { ChildCrashed, ChildFailed, ChildTimeout } from '#lib/child/child-errors.ts';
import { JobError } from '#lib/jobs/job-error.ts';
import { MasterMissing } from './master-spool.ts';
import { RenderRefused } from './render-protocol.ts';

/** Sorts what a render throws into the categories that decide on a retry. What is none of its own stays as it is. */
export function asRenderError(error: unknown): unknown {
  if (error instanceof RenderRefused) {
    const words = error.detail === undefined ? error.message : `${error.message} (${error.detail})`;
    return new JobError(error.code, words, { permanent: true, cause: error });
  }
  if (error instanceof ChildTimeout) return new JobError('render_timeout', error.message, { cause: error });
  if (error instanceof ChildCrashed) return new JobError('render_crashed', error.message, { cause: error });
  if (error instanceof ChildFailed) {
    // The same input gives the same bytes, so what verification refused once it refuses again.
    const permanent = error.code === 'verification_failed';
    return new JobError('internal', `${error.code ?? 'render'}: ${error.message}`, {
      permanent,
      cause: error,
    });
  }
  if (error instanceof MasterMissing)
    return new JobError('source_invalid', error.message, { permanent: true, cause: error });
  return error;
}

/** What people are told when a file cannot be made. */
export function publicFailure(error: JobError): { code: string; message: string } {
  return {
    code: error.category,
    message: error.cause instanceof RenderRefused ? error.cause.message : sentence(error),
  };
}

function sentence({ category }: JobError): string {
  switch (category) {
    case 'source_invalid':
      return 'The photo’s original cannot be read any more. Ask the brand team to upload it again.';
    case 'render_timeout':
      return 'Making this file took longer than a file may. Ask the brand team for a smaller or simpler format.';
    case 'render_crashed':
      return 'This photo ended the program that makes files. Ask the brand team to save and upload it anew.';
    default:
      return 'This file could not be made for a reason on our side. Ask the brand team to have it made again.';
  }
}
