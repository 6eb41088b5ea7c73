import type { OutputContract } from '#lib/policy/output-contract.ts';
import type { VersionEdits } from '#lib/policy/source-hash.ts';

export interface Size {
  width: number;
  height: number;
}
export interface Rect extends Size {
  left: number;
  top: number;
}

/** Where every pixel goes, in whole pixels, decided before any is touched. */
export interface Geometry {
  /** The editor's crop, in pixels of the upright master. */
  crop: Rect | undefined;
  /** The whole (cropped) picture after scaling. */
  scaled: Size;
  /** What `cover` keeps of it. */
  cut: Rect | undefined;
  /** The picture inside the file; the rest of the file is padding. */
  placed: Rect;
  file: Size;
}

/**
 * Every side is at least 1 px, the file never passes the contract's box, and nothing is enlarged but by `pad`.
 * `upright` is the master as people see it.
 */
export function planGeometry(
  upright: Size,
  contract: Pick<OutputContract, 'max_width' | 'max_height' | 'fit' | 'focal'>,
  edits: VersionEdits | null,
): Geometry {
  const crop = edits?.crop ? cropRect(upright, edits.crop) : undefined;
  const from = crop ?? upright;
  const box = { width: contract.max_width, height: contract.max_height };
  if (contract.fit === 'cover') {
    const focal = (contract.focal === 'respected' && edits?.focal) || { x: 0.5, y: 0.5 };
    return { crop, ...cover(from, box, focal) };
  }
  const fitting = Math.min(box.width / from.width, box.height / from.height);
  const scaled = scale(from, contract.fit === 'pad' ? fitting : Math.min(1, fitting), box);
  if (contract.fit === 'inside')
    return { crop, scaled, cut: undefined, placed: { left: 0, top: 0, ...scaled }, file: scaled };
  const placed = {
    left: Math.floor((box.width - scaled.width) / 2),
    top: Math.floor((box.height - scaled.height) / 2),
    ...scaled,
  };
  return { crop, scaled, cut: undefined, placed, file: box };
}

/** The same plan for a file of another width: what a size limit asks for. */
export function atFileWidth(geometry: Geometry, fileWidth: number): Pick<Geometry, 'placed' | 'file'> {
  if (fileWidth === geometry.file.width) return geometry;
  const factor = fileWidth / geometry.file.width;
  const file = { width: fileWidth, height: atLeastOne(geometry.file.height * factor) };
  const { width, height } = scale(geometry.placed, factor, file);
  const left = Math.min(Math.round(geometry.placed.left * factor), file.width - width);
  const top = Math.min(Math.round(geometry.placed.top * factor), file.height - height);
  return { file, placed: { left, top, width, height } };
}

/** Cuts to the box's shape, so that a small master still fills it in proportion. */
function cover(
  from: Size,
  box: Size,
  focal: { x: number; y: number },
): Pick<Geometry, 'scaled' | 'cut' | 'placed' | 'file'> {
  const shape = box.width / box.height;
  const wide = from.width / from.height > shape;
  const kept = wide
    ? { width: from.height * shape, height: from.height }
    : { width: from.width, height: from.width / shape };
  const factor = Math.min(1, box.width / kept.width);
  const file = scale(kept, factor, box);
  const scaled = {
    width: Math.max(file.width, Math.round(from.width * factor)),
    height: Math.max(file.height, Math.round(from.height * factor)),
  };
  const cut = {
    left: clamp(Math.round(focal.x * scaled.width - file.width / 2), scaled.width - file.width),
    top: clamp(Math.round(focal.y * scaled.height - file.height / 2), scaled.height - file.height),
    ...file,
  };
  return { scaled, cut, placed: { left: 0, top: 0, ...file }, file };
}

function cropRect(upright: Size, crop: NonNullable<VersionEdits['crop']>): Rect {
  const left = clamp(Math.round(crop.left * upright.width), upright.width - 1);
  const top = clamp(Math.round(crop.top * upright.height), upright.height - 1);
  return {
    left,
    top,
    width: Math.min(atLeastOne(crop.width * upright.width), upright.width - left),
    height: Math.min(atLeastOne(crop.height * upright.height), upright.height - top),
  };
}

function scale({ width, height }: Size, factor: number, box: Size): Size {
  return {
    width: Math.min(atLeastOne(width * factor), box.width),
    height: Math.min(atLeastOne(height * factor), box.height),
  };
}

function atLeastOne(length: number): number {
  return Math.max(1, Math.round(length));
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}
