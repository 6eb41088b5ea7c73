/** A picture, upright, 8-bit RGB, at most `pictureSide` pixels at its longer side. */
export interface RemoverPicture {
  width: number;
  height: number;
  /** Three bytes a pixel, row by row. */
  rgb: Uint8Array;
}

/** From 0, backdrop, to 255, thing; one byte a pixel. Another size than the picture's is scaled to it. */
export interface RemoverAlpha {
  width: number;
  height: number;
  alpha: Uint8Array;
}

/**
 * What a remover that is installed beside the portal is: the default export of its module. It runs in a child process
 * of its own that is killed at its deadline, with no settings and no way to the database or the store.
 */
export interface Remover {
  findAlpha(picture: RemoverPicture): Promise<RemoverAlpha>;
}

/** What people are told of a remover before they choose it. */
export interface RemoverFacts {
  id: string;
  label: string;
  /** As SPDX names it. */
  licence: string;
  /** What follows from the licence, or nothing worth a word. */
  licence_note: string | null;
  /** Another revision makes other pictures. */
  revision: string;
}

export const pictureSide = 1536;
