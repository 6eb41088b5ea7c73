import type { OutputContract } from '#lib/policy/output-contract.ts';
import type { SampleName } from '#lib/policy/sample-photos.ts';

/** A photo as the pages of policies and review hand it to previews. */
export interface PreviewPhoto {
  /** Of a sample, what tells it from the others. */
  asset_id: string;
  /** Drawn by the portal instead of uploaded. */
  sample?: SampleName;
  version?: number;
  name: string;
  width: number;
  height: number;
  /** A `data:` URL of its blur; samples have none. */
  placeholder?: string;
}

/** One that can be picked to look at. */
export interface PickablePhoto extends PreviewPhoto {
  /** The staff thumbnail. */
  thumbnail_url: string;
  has_alpha: boolean;
  is_grey: boolean;
}

/** The shape of what a contract makes of a photo, known before it is made. */
export function outputRatio(photo: Pick<PreviewPhoto, 'width' | 'height'>, contract: OutputContract): number {
  return contract.fit === 'inside' ? photo.width / photo.height : contract.max_width / contract.max_height;
}

/** The picture that a preview is asked of. */
export function requestOf({ asset_id, version, sample }: PreviewPhoto) {
  return sample ? { sample } : { asset_id, version };
}
