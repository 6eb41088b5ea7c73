import type { ByteSource } from './byte-source.ts';
import { walkJpeg } from './jpeg-markers.ts';
import { type DecodeLimits, PictureRefused } from './picture-refused.ts';
import { walkPng } from './png-chunks.ts';

/**
 * What can be refused from a few kilobytes, before a decoder sees the file. Only JPEG and PNG need it: they can
 * declare sizes that their decoders answer with a vague error, and JPEG hides its cost in its scans. The other
 * formats are held to the same limits by what libvips reads of their headers.
 */
export function checkHeader(source: ByteSource, limits: DecodeLimits): { frames: number } {
  if (source.bytes < 16) throw new PictureRefused('not_an_image', `the file has ${source.bytes} bytes`);
  const jpeg = walkJpeg(source, limits.maxJpegScans);
  if (jpeg) {
    if (jpeg.scans > limits.maxJpegScans) {
      throw new PictureRefused('too_many_scans', `more than ${limits.maxJpegScans} scans`);
    }
    checkPixels(jpeg, limits);
    return { frames: 1 };
  }
  const png = walkPng(source);
  if (png) checkPixels(png, limits);
  return { frames: png?.frames ?? 1 };
}

export function checkPixels(size: { width: number; height: number }, limits: DecodeLimits): void {
  if (size.width * size.height <= limits.maxPixels) return;
  throw new PictureRefused('too_many_pixels', `the header says ${size.width}×${size.height}`);
}

export function checkFrames(frames: number, limits: DecodeLimits): void {
  if (frames <= limits.maxFrames) return;
  throw new PictureRefused('too_many_frames', `${frames} frames`);
}
