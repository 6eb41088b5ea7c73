import { type ChildProcess, fork } from 'node:child_process';
import type { Readable } from 'node:stream';
import { childEnvironment } from '#lib/child/child-environment.ts';
import { ChildCrashed, ChildFailed, ChildTimeout } from '#lib/child/child-errors.ts';
import type { FromChild } from '#lib/child/child-protocol.ts';

/** Of what a child prints, only the end is kept, for the message of a crash. */
const keptOutputBytes = 2048;

export interface RunOptions {
  /** Counted from the moment the child gets the request, its start included. */
  deadlineMs: number;
  signal?: AbortSignal | undefined;
}

interface Waiting {
  resolve(response: unknown): void;
  reject(error: Error): void;
}

/** One child process that answers one request at a time and can be killed at any moment. */
export class Child {
  readonly ended: Promise<void>;
  served = 0;
  #process: ChildProcess;
  #waiting: Waiting | undefined;
  #alive = true;
  #output = '';

  constructor(entry: string, maxRssBytes: number) {
    this.#process = fork(entry, [], {
      // biome-ignore lint/style/noProcessEnv: no settings of ours pass, only what programs need of the machine.
      env: childEnvironment(process.env, maxRssBytes),
      // A parent under a debugger or a test runner would hand its own flags down.
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.ended = new Promise((resolve) => {
      this.#process.once('exit', (code, signal) => {
        this.#end(new ChildCrashed(this.#lastWords(`exited with ${signal ?? `code ${code}`}`)));
        resolve();
      });
      this.#process.once('error', (error) => {
        this.#end(new ChildCrashed(`the child process did not start: ${error.message}`));
        if (this.#process.pid === undefined) resolve();
      });
    });
    this.#process.on('message', (message: FromChild) => this.#hear(message));
    for (const stream of [this.#process.stdout, this.#process.stderr]) this.#keepEndOf(stream);
    this.#holdParent(false);
  }

  get alive(): boolean {
    return this.#alive;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  async run(request: unknown, { deadlineMs, signal }: RunOptions): Promise<unknown> {
    if (!this.#alive) throw new ChildCrashed('the child process has ended');
    signal?.throwIfAborted();
    const answer = Promise.withResolvers<unknown>();
    this.#waiting = answer;
    const stop = (error: Error) => {
      this.kill();
      this.#end(error);
    };
    const timer = setTimeout(() => stop(new ChildTimeout(deadlineMs)), deadlineMs);
    const onAbort = () => stop(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#holdParent(true);
    this.#process.send({ request }, (error) => {
      if (error) stop(new ChildCrashed(this.#lastWords(`took no request: ${error.message}`)));
    });
    try {
      return await answer.promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      this.#holdParent(false);
    }
  }

  kill(): void {
    this.#alive = false;
    // Whoever waits for `ended` must not find the event loop empty first.
    this.#process.ref();
    this.#process.kill('SIGKILL');
  }

  #hear(message: FromChild): void {
    if (message.kind === 'out-of-memory') {
      const megabytes = Math.round(message.rssBytes / 1024 ** 2);
      this.kill();
      this.#end(new ChildCrashed(`the child process used ${megabytes} MB`, { outOfMemory: true }));
      return;
    }
    const waiting = this.#waiting;
    this.#waiting = undefined;
    this.served += 1;
    if (message.kind === 'answer') waiting?.resolve(message.response);
    else waiting?.reject(new ChildFailed(message.message, message.code));
  }

  #end(error: Error): void {
    this.#alive = false;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.reject(error);
  }

  #keepEndOf(stream: Readable | null): void {
    stream?.setEncoding('utf8');
    stream?.on('data', (text: string) => {
      this.#output = (this.#output + text).slice(-keptOutputBytes);
    });
    stream?.on('error', () => undefined);
  }

  #lastWords(what: string): string {
    return `the child process ${what}${this.#output === '' ? '' : `: ${this.#output.trim()}`}`;
  }

  /** An idle child must not keep a finished command from ending; a busy one must. */
  #holdParent(hold: boolean): void {
    const method = hold ? 'ref' : 'unref';
    this.#process[method]();
    this.#process.channel?.[method]();
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      if (stream && 'unref' in stream) (stream as unknown as Record<'ref' | 'unref', () => void>)[method]();
    }
  }
}
