import type { UploadSettings } from './upload-settings.ts';
import { Uploads } from './uploads.ts';

let open: { personId: string; uploads: Uploads } | undefined;

/** One for as long as the tab lives, whatever pages come and go; another person's begin with none. */
export function openUploads(personId: string, settings: UploadSettings): Uploads {
  if (open?.personId !== personId) open = { personId, uploads: new Uploads(personId, settings) };
  return open.uploads;
}
