import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SampleName } from '#lib/policy/sample-photos.ts';
import { makeSample } from './make-sample.ts';

/** Samples as files beside the masters that are being rendered; each is drawn once, when it is asked for. */
export class SampleFiles {
  readonly #folder: string;
  readonly #made = new Map<SampleName, Promise<string>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async get(name: SampleName): Promise<string> {
    const file = this.#made.get(name) ?? this.#make(name);
    this.#made.set(name, file);
    file.catch(() => this.#made.delete(name));
    return await file;
  }

  async #make(name: SampleName): Promise<string> {
    const file = path.join(this.#folder, `sample-${name}`);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writeFile(file, await makeSample(name), { mode: 0o600 });
    return file;
  }
}
