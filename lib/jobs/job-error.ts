import type { ErrorCategory } from '#lib/lifecycle.ts';

/** Why an attempt failed. The message is for operators and is kept with a dead job; it is never answered. */
export class JobError extends Error {
  readonly category: ErrorCategory;
  /** True where another attempt cannot end otherwise. Some categories are permanent by themselves. */
  readonly permanent: boolean;

  constructor(
    category: ErrorCategory,
    message: string,
    options: { permanent?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'JobError';
    this.category = category;
    this.permanent = options.permanent ?? false;
  }
}
