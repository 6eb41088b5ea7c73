/** The child was killed because its deadline passed. */
export class ChildTimeout extends Error {
  constructor(deadlineMs: number) {
    super(`the child process was killed after ${deadlineMs} ms`);
    this.name = 'ChildTimeout';
  }
}

/** The child ended without an answer: a signal, an exit, a failed start, or more memory than it may have. */
export class ChildCrashed extends Error {
  readonly outOfMemory: boolean;

  constructor(message: string, options: { outOfMemory?: boolean } = {}) {
    super(message);
    this.name = 'ChildCrashed';
    this.outOfMemory = options.outOfMemory ?? false;
  }
}

/** The child lives and says that the work failed. `code` is what the thrown error carried as `code`. */
export class ChildFailed extends Error {
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined) {
    super(message);
    this.name = 'ChildFailed';
    this.code = code;
  }
}
