/** Every code a caller may meet, with the HTTP status it is answered with. */
export const problemStatus = {
  invalid_request: 400,
  idempotency_key_required: 400,
  empty_file: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  nothing_uploaded: 404,
  method_not_allowed: 405,
  conflict: 409,
  product_full: 409,
  request_in_progress: 409,
  answer_lost: 409,
  policy_suspended: 409,
  activation_conflict: 409,
  derivative_retired: 410,
  too_large: 413,
  unsupported_type: 415,
  idempotency_mismatch: 422,
  size_mismatch: 422,
  not_an_image: 422,
  derivative_failed: 422,
  cutout_failed: 422,
  rate_limited: 429,
  internal: 500,
  registration_failed: 500,
  unavailable: 503,
} as const;

export type ProblemCode = keyof typeof problemStatus;

/**
 * A failure that a person or a program is told about. `message` is public: it says what is wrong and what to
 * do. What only operators may read goes into `cause`, which is logged and never answered.
 */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly retryAfterSeconds: number | undefined;
  /** Further public members of the problem document, such as `field` or `limit_bytes`. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: ProblemCode,
    message: string,
    options: { cause?: unknown; retryAfterSeconds?: number; details?: Record<string, unknown> } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'Problem';
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.details = options.details ?? {};
  }

  get status(): number {
    return problemStatus[this.code];
  }
}

/** What does not exist, or may not be known of by who asks. */
export class NotFound extends Problem {
  readonly what: string;

  constructor(what: string) {
    super('not_found', `There is no such ${what}, or it is not yours to see.`);
    this.what = what;
  }
}

/** The one answer for what does not exist and for what the caller may not know of. */
export function notFound(what = 'resource'): Problem {
  return new NotFound(what);
}
