import { keepThroughReloads } from './create-uppy.ts';
import { ownTab } from './own-tab.ts';
import type { Uploader, UploadFile } from './upload-file.ts';

/** Says that there is something to restore; to look it up takes the database a moment. */
const marker = (uppy: Uploader) => `blazon-uploads:${uppy.getID()}`;
const longestMs = 4000;

type State = ReturnType<Uploader['getState']>;

/** Brings back what a reload cut off, and keeps what comes from now on. Resolves when files may be added. */
export async function restoreUploads(uppy: Uploader): Promise<UploadFile[]> {
  if (!(await ownTab(marker(uppy)))) return [];
  const expected = localStorage.getItem(marker(uppy)) !== null;
  const restored = new Promise<void>((resolve) => {
    uppy.once('restored', () => resolve());
    setTimeout(resolve, expected ? longestMs : 0);
  });
  keepThroughReloads(uppy);
  const keep = (before: State, after: State, patch?: Partial<State>) =>
    keepNewcomers(uppy, before, after, patch);
  uppy.on('state-update', keep);
  uppy.once('restored', () => uppy.off('state-update', keep));
  await restored;
  uppy.on('state-update', () => note(uppy));
  // Each file is begun on its own again, in place of the batches that Uppy remembers.
  uppy.setState({ currentUploads: {}, recoveredState: null });
  return uppy.getFiles();
}

/** A restoring that is late puts what it found in the place of everything, also of files chosen meanwhile. */
function keepNewcomers(uppy: Uploader, before: State, after: State, patch: Partial<State> | undefined): void {
  if (!patch?.files || !('recoveredState' in patch)) return;
  // Taking the last file off the list forgets what was recovered too, and then new uploads are allowed.
  if ('allowNewUpload' in patch) return;
  const newcomers = Object.keys(before.files).some((id) => !after.files[id]);
  if (!newcomers) return;
  uppy.setState({
    files: { ...after.files, ...before.files },
    currentUploads: { ...after.currentUploads, ...before.currentUploads },
  });
}

function note(uppy: Uploader): void {
  if (uppy.getFiles().length > 0) localStorage.setItem(marker(uppy), '1');
  else localStorage.removeItem(marker(uppy));
}
