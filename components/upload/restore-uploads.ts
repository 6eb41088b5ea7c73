import { keepThroughReloads } from './create-uppy.ts';
import { ownTab } from './own-tab.ts';
import type { Uploader, UploadFile } from './upload-file.ts';

/** Says that there is something to restore; to look it up takes the database a moment. */
const marker = (uppy: Uploader) => `blazon-uploads:${uppy.getID()}`;
const longestMs = 4000;

/**
 * Brings back what a reload cut off, and keeps what comes from now on. Resolves when files may be added: what is
 * restored takes the place of all that Uppy has.
 */
export async function restoreUploads(uppy: Uploader): Promise<UploadFile[]> {
  if (!(await ownTab(marker(uppy)))) return [];
  const expected = localStorage.getItem(marker(uppy)) !== null;
  const restored = new Promise<void>((resolve) => {
    uppy.once('restored', () => resolve());
    setTimeout(resolve, expected ? longestMs : 0);
  });
  keepThroughReloads(uppy);
  await restored;
  uppy.on('state-update', () => note(uppy));
  // Each file is begun on its own again, in place of the batches that Uppy remembers.
  uppy.setState({ currentUploads: {}, recoveredState: null });
  return uppy.getFiles();
}

function note(uppy: Uploader): void {
  if (uppy.getFiles().length > 0) localStorage.setItem(marker(uppy), '1');
  else localStorage.removeItem(marker(uppy));
}
