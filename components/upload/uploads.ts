import { askStep } from './ask-step.ts';
import { callPortal } from './call-portal.ts';
import { refuseFile } from './check-file.ts';
import { anotherUpload, completeStep } from './complete-step.ts';
import { createUppy, sendToStore } from './create-uppy.ts';
import { followAssets } from './follow-assets.ts';
import { newUpload, refusedRow } from './new-upload.ts';
import { noteStop } from './note-stop.ts';
import { PaceKeeper } from './pace.ts';
import { restoreUploads } from './restore-uploads.ts';
import { signStep } from './sign-step.ts';
import { markUnsent, note, type Uploader } from './upload-file.ts';
import { type UploadRow, uploadRow } from './upload-row.ts';
import type { UploadSettings } from './upload-settings.ts';

/** A file begins anew at most this often by itself. */
const rounds = 3;
const nothing: readonly UploadRow[] = [];

/** All uploads of one person in this tab: Uppy's state as rows, and what can be done to them. */
export class Uploads {
  readonly #uppy: Uploader;
  readonly #settings: UploadSettings;
  readonly #pace = new PaceKeeper();
  readonly #running = new Set<string>();
  readonly #listeners = new Set<() => void>();
  readonly #changeListeners = new Set<() => void>();
  readonly #follow: () => void;
  readonly #ready: Promise<void>;
  #refused: readonly UploadRow[] = [];
  #rows: readonly UploadRow[] = nothing;
  #isStale = false;

  constructor(personId: string, settings: UploadSettings) {
    const uppy = createUppy(`uploads-${personId}`);
    this.#uppy = uppy;
    this.#settings = settings;
    this.#follow = followAssets(uppy, () => this.#tellChange());
    uppy.addPreProcessor(askStep(uppy, cancelAsset));
    uppy.addPostProcessor(completeStep(uppy));
    sendToStore(
      uppy,
      signStep(uppy, (id) => this.#begin(id)),
      settings,
    );
    uppy.on('state-update', this.#touch);
    uppy.on('upload-progress', (file, progress) => {
      if (file) this.#pace.move(file.id, progress.bytesUploaded, Date.now());
    });
    uppy.on('upload-error', (file, error) => file && noteStop(uppy, file.id, error));
    window.addEventListener('online', () => this.#goOnline());
    window.addEventListener('offline', this.#touch);
    setInterval(() => this.#rows.some(({ state }) => state === 'uploading') && this.#touch(), 1000);
    this.#ready = this.#restore();
  }

  // What React subscribes to.

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly read = (): readonly UploadRow[] => this.#rows;

  /** Calls back when the library shows something else by now: a photo arrived, was settled or went away. */
  onChange(listener: () => void): () => void {
    this.#changeListeners.add(listener);
    return () => this.#changeListeners.delete(listener);
  }

  // What people do.

  async add(files: readonly File[], product: { id: string; name: string }): Promise<void> {
    await this.#ready;
    for (const file of files) {
      const why = refuseFile(file, this.#settings);
      if (why) this.#refused = [...this.#refused, refusedRow(file, product, why)];
      else this.#addOne(file, product);
    }
    this.#touch();
  }

  retry(id: string): void {
    if (!this.#running.has(id)) void this.#run(id);
    // Under way but without a byte or a connection: stop it and go on, which signs afresh.
    else for (const _ of ['stop', 'go on']) this.#uppy.pauseResume(id);
  }

  /** The same bytes as a new upload. */
  again(id: string): void {
    if (!this.#uppy.getFile(id)) return;
    markUnsent(this.#uppy, id);
    note(this.#uppy, id, anotherUpload());
    void this.#run(id);
  }

  /** A photo that its page let in late, or again: it is followed as if it had just arrived. */
  follow(id: string): void {
    note(this.#uppy, id, { status: 'PROCESSING', failure: null, failure_detail: null });
  }

  pause(id: string): void {
    if (this.#running.has(id) && !this.#uppy.getFile(id)?.isPaused) this.#uppy.pauseResume(id);
  }

  resume(id: string): void {
    if (!this.#uppy.getFile(id)?.isPaused) return;
    if (this.#running.has(id)) this.#uppy.pauseResume(id);
    else void this.#run(id);
  }

  /** Ends an upload under way, here, in the portal and in the store. */
  cancel(id: string): void {
    const assetId = this.#uppy.getFile(id)?.meta.asset_id;
    this.forget(id);
    if (assetId) cancelAsset(assetId, () => this.#tellChange());
  }

  /** Takes a row off the list and leaves its photo as it is. */
  forget(id: string): void {
    this.#pace.stop(id);
    this.#refused = this.#refused.filter((row) => row.id !== id);
    if (this.#uppy.getFile(id)) this.#uppy.removeFile(id);
    this.#touch();
  }

  // What happens meanwhile.

  async #restore(): Promise<void> {
    for (const { id, meta, isGhost, isPaused, error } of await restoreUploads(this.#uppy)) {
      if (meta.step !== 'settling' && !isGhost && !isPaused && !error) void this.#run(id);
    }
    this.#touch();
  }

  #addOne(file: File, product: { id: string; name: string }): void {
    const upload = newUpload(file, product);
    try {
      void this.#run(this.#uppy.addFile(upload));
    } catch (error) {
      // It is in the list already: on its way, or done, in which case it is wanted once more.
      const id = (error as { file?: { id: string } }).file?.id ?? '';
      if (this.#uppy.getFile(id)?.meta.step !== 'settling') return;
      this.forget(id);
      void this.#run(this.#uppy.addFile(upload));
    }
  }

  async #run(id: string): Promise<void> {
    if (this.#running.has(id)) return;
    this.#running.add(id);
    try {
      for (let round = 0; round < rounds && this.#uppy.getFile(id); round += 1) {
        note(this.#uppy, id, { problem: null, start_over: false });
        // What goes wrong is noted at the file, by `noteStop`.
        await this.#uppy.retryUpload(id).catch(() => undefined);
        if (!this.#uppy.getFile(id)?.meta.start_over) break;
      }
    } finally {
      this.#running.delete(id);
      this.#pace.stop(id);
      this.#follow();
      this.#tellChange();
    }
  }

  #begin(id: string): void {
    this.#pace.start(id, Date.now());
    if (this.#uppy.getFile(id)?.meta.step !== 'uploading') note(this.#uppy, id, { step: 'uploading' });
  }

  #goOnline(): void {
    for (const { id, meta } of this.#uppy.getFiles()) if (meta.problem?.code === 'offline') this.retry(id);
    this.#touch();
  }

  #tellChange(): void {
    for (const listener of this.#changeListeners) listener();
  }

  readonly #touch = (): void => {
    if (this.#isStale) return;
    this.#isStale = true;
    // Uppy changes its state many times a frame; people see the last of them.
    setTimeout(() => {
      this.#isStale = false;
      this.#rows = [
        ...this.#uppy.getFiles().map((file) => uploadRow(file, this.#momentOf(file.id))),
        ...this.#refused,
      ];
      this.#follow();
      for (const listener of this.#listeners) listener();
    }, 60);
  };

  #momentOf(id: string) {
    return {
      online: navigator.onLine,
      stalled: this.#pace.isStalled(id, Date.now()),
      speed: this.#pace.speedOf(id),
    };
  }
}

function cancelAsset(assetId: string, then?: () => void): void {
  callPortal('DELETE', `/api/assets/${assetId}`, { keepalive: true })
    // What can't be cancelled now is found by the portal's sweep within a day.
    .catch(() => undefined)
    .then(then);
}
