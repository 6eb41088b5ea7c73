import type { AssetFailure } from '#lib/lifecycle.ts';

export interface DecodeLimits {
  maxPixels: number;
  maxFrames: number;
  maxJpegScans: number;
}

/** The file itself is at fault: another attempt ends the same way. `code` crosses the process boundary. */
export class PictureRefused extends Error {
  readonly code: AssetFailure;

  constructor(code: AssetFailure, detail: string) {
    super(detail);
    this.name = 'PictureRefused';
    this.code = code;
  }
}
