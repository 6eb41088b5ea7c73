import { ChildCrashed, ChildFailed, ChildTimeout } from '#lib/child/child-errors.ts';
import { Problem } from '#lib/errors.ts';
import { JobError } from '#lib/jobs/job-error.ts';
import { CutRefused } from './cutout-protocol.ts';

/** Sorts what a cut-out throws into the categories that decide on a retry. What is none of its own stays as it is. */
export function asCutoutError(error: unknown): unknown {
  if (error instanceof CutRefused) {
    const words = error.detail === undefined ? error.message : `${error.message} (${error.detail})`;
    return new JobError(error.code, words, { permanent: true, cause: error });
  }
  // The remover was taken away since.
  if (error instanceof Problem && error.code === 'invalid_request')
    return new JobError('contract_unmet', error.message, { permanent: true, cause: error });
  if (error instanceof ChildTimeout) return new JobError('render_timeout', error.message, { cause: error });
  if (error instanceof ChildCrashed)
    return new JobError('render_crashed', error.message, { permanent: error.outOfMemory, cause: error });
  if (error instanceof ChildFailed) return new JobError('internal', error.message, { cause: error });
  return error;
}

/** What an editor is told of a cut-out that failed for good. */
export function cutoutFailure({ category, cause, message }: JobError): { code: string; message: string } {
  const told = cause instanceof CutRefused || cause instanceof Problem ? cause.message : undefined;
  return { code: category, message: told ?? sentence(category, cause, message) };
}

function sentence(category: JobError['category'], cause: unknown, message: string): string {
  if (cause instanceof ChildCrashed && cause.outOfMemory)
    return 'Removing the background took more memory than it may. Try the built-in remover, or ask an operator for more.';
  switch (category) {
    case 'render_timeout':
      return 'Removing the background took too long and was stopped. Try another remover, or a smaller photo.';
    case 'render_crashed':
      return 'Removing the background ended its program each time. Try another remover.';
    case 'store_unavailable':
    case 'database_unavailable':
    case 'deadline_passed':
      return 'The cut-out was not made in time. Nothing is wrong with the photo: try again.';
    default:
      return cause instanceof ChildFailed
        ? `The remover failed: ${message.split('\n')[0]?.slice(0, 200)}. Try another one.`
        : 'Something went wrong on our side. Try again; if it stays, tell support.';
  }
}
