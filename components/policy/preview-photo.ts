import type { OutputContract } from '#lib/policy/output-contract.ts';

/** A photo as the pages of policies and review hand it to previews. */
export interface PreviewPhoto {
  asset_id: string;
  version?: number;
  name: string;
  width: number;
  height: number;
  /** A `data:` URL of its blur. */
  placeholder: string;
}

/** One that can be picked: to look at, or as the image of a mark. */
export interface PickablePhoto extends PreviewPhoto {
  /** The staff thumbnail. */
  thumbnail_url: string;
  master_sha256: string;
  has_alpha: boolean;
  is_grey: boolean;
}

/** The shape of what a contract makes of a photo, known before it is made. */
export function outputRatio(photo: Pick<PreviewPhoto, 'width' | 'height'>, contract: OutputContract): number {
  return contract.fit === 'inside' ? photo.width / photo.height : contract.max_width / contract.max_height;
}
