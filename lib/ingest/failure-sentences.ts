import type { AssetFailure } from '#lib/lifecycle.ts';

/** `retry`: the same bytes once more. `replace`: upload another file. `remove`: take it off the list. */
type Remedy = 'retry' | 'replace' | 'remove';

export interface FailureSentence {
  title: string;
  /** What happened and what to do, for an editor. */
  sentence: string;
  /** The best first. */
  remedies: readonly Remedy[];
}

/** Why an asset is FAILED, in words for people. Pure; what is special about one file is its `failure_detail`. */
export const failureSentences: Readonly<Record<AssetFailure, FailureSentence>> = {
  not_an_image: {
    title: 'Not a picture',
    sentence:
      'Whatever its name says, the bytes of this file are no picture. Check which file you meant and upload that.',
    remedies: ['replace', 'remove'],
  },
  unsupported_type: {
    title: 'A format that is not accepted',
    sentence: 'Photos may be JPEG, PNG, WebP, AVIF, TIFF or GIF. Export it as one of these and upload that.',
    remedies: ['replace', 'remove'],
  },
  size_mismatch: {
    title: 'The upload did not arrive whole',
    sentence: 'Fewer or more bytes arrived than your browser announced. Upload the file again.',
    remedies: ['replace', 'remove'],
  },
  checksum_mismatch: {
    title: 'The upload was damaged on its way',
    sentence: 'The bytes that arrived are not the ones your browser announced. Upload the file again.',
    remedies: ['replace', 'remove'],
  },
  too_large: {
    title: 'The file is too large',
    sentence:
      'It has more bytes than a photo may have here. Export it with stronger compression or fewer pixels.',
    remedies: ['replace', 'remove'],
  },
  too_many_pixels: {
    title: 'The picture has too many pixels',
    sentence: 'It is larger than anything here can open safely. Scale it down and upload that.',
    remedies: ['replace', 'remove'],
  },
  too_many_frames: {
    title: 'The animation is too long',
    sentence: 'Only the first frame of a moving picture is used. Export that frame as PNG and upload it.',
    remedies: ['replace', 'remove'],
  },
  too_many_scans: {
    title: 'The JPEG is built in a way that stalls programs',
    sentence:
      'It is split into far more scans than a camera or an editor makes. Open it, save it as a new JPEG and upload that.',
    remedies: ['replace', 'remove'],
  },
  undecodable: {
    title: 'The picture is damaged',
    sentence:
      'A part of it is missing or broken, so it can’t be shown whole. Copy it from the camera again, or export it anew.',
    remedies: ['replace', 'remove'],
  },
  decode_timeout: {
    title: 'Opening the picture took too long',
    sentence:
      'It was stopped so that others need not wait. Try again once; if that ends the same, export it anew.',
    remedies: ['retry', 'replace', 'remove'],
  },
  upload_changed: {
    title: 'The file changed after it was uploaded',
    sentence:
      'What lies in the store is no longer what you uploaded, so it was not used. Upload the file again.',
    remedies: ['replace', 'remove'],
  },
  upload_abandoned: {
    title: 'The upload was never finished',
    sentence: 'Nothing arrived, or only a part. Upload the file again if you still want it.',
    remedies: ['replace', 'remove'],
  },
  product_full: {
    title: 'The product has all its photos',
    sentence: 'There was no room for this one. Remove another photo of the product, then try again.',
    remedies: ['retry', 'remove'],
  },
  internal: {
    title: 'Something went wrong on our side',
    sentence: 'The file is kept and nothing is wrong with it as far as we know. Try again in a while.',
    remedies: ['retry', 'replace', 'remove'],
  },
};

export function mayRetry(failure: AssetFailure): boolean {
  return failureSentences[failure].remedies.includes('retry');
}

/** Whose detail is a sentence about this very file; the others' are words of decoders and programs. */
const saidBetter: ReadonlySet<AssetFailure> = new Set(['not_an_image', 'unsupported_type']);

/** What people are told: the best sentence there is, and apart from it what only a technician reads. */
export function failureWords(
  failure: AssetFailure,
  detail: string | null | undefined,
): { title: string; sentence: string; technical: string | undefined } {
  const { title, sentence } = failureSentences[failure];
  if (!detail || detail === sentence) return { title, sentence, technical: undefined };
  return saidBetter.has(failure)
    ? { title, sentence: detail, technical: undefined }
    : { title, sentence, technical: detail };
}
