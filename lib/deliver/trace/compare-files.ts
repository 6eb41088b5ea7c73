import type { Sharp } from 'sharp';
import { imageDecoder } from '#lib/picture/image-decoder.ts';
import { comparison, type Likeness, placeFinely } from '#lib/picture/likeness.ts';
import { makePrint, paper } from '#lib/picture/make-print.ts';
import { type Print, sampleView } from '#lib/picture/print.ts';
import { withoutBorder } from './without-border.ts';

/** Large enough that a mark shows; never finer than the copy, in which a mark would else seem to fade. */
const finestSide = 256;
const ofCopy = 0.6;
/** Files are sampled from squares this much finer: as soft as the copy then, and still placed to a part of a pixel. */
const finer = 1.6;
/** A file that looks this much less like the copy than the best one shows another part of the photo. */
const otherPart = 0.15;

interface Picture {
  data: Buffer;
  width: number;
  height: number;
}

/**
 * How much a copy is each of our own files rather than the one of the others that it could best be: 1 it is that file, 0
 * it is another. Files of one master differ by their marks; what counts is how much of the difference between two of
 * them the copy shows, so that compression and half a pixel aside, which have nothing to do with it, count for nothing.
 * Nothing where that cannot be said. Only in a child: the copy is a stranger's.
 */
export async function compareFiles(
  path: string,
  files: readonly string[],
  maxPixels: number,
): Promise<(number | undefined)[]> {
  const whole = await openPicture(path, maxPixels);
  const trimmed = await withoutBorder(whole);
  const copies = await Promise.all((trimmed ? [whole, trimmed] : [whole]).map(withPrint));
  const opened = await Promise.all(
    files.map((file) => openPicture(file, maxPixels).then(withPrint, () => undefined)),
  );
  const { copy, view, likeness } = placeOf(copies, opened);
  // Where somebody put a border round it, nobody knows to the pixel what is inside.
  if (copy?.picture !== whole) return files.map(() => undefined);
  const { width, height } = copy.picture;
  const side = Math.max(16, Math.min(finestSide, Math.round(Math.min(width, height) * ofCopy)));
  const fileSide = Math.round(side * finer);
  const own = await greyOf(copy.picture, side);
  const greys = await Promise.all(
    opened.map(async (file, at) =>
      file && (likeness[at] ?? 0) >= Math.max(...likeness) - otherPart
        ? greyOf(file.picture, fileSide)
        : undefined,
    ),
  );
  const best = greys[likeness.indexOf(Math.max(...likeness))];
  if (!best) return files.map(() => undefined);
  const shown = placeFinely({ grey: own, side }, { grey: best, side: fileSide }, view);
  const seen = greys.map((grey) => grey && sampleView(grey, shown, side, fileSide));
  return seen.map((each) => each && leastShare(own, each, seen));
}

/** Least of the pairs: of each, how much of the way from the other file to this one the copy has gone. */
function leastShare(copy: Buffer, grey: Float32Array, greys: readonly (Float32Array | undefined)[]): number {
  let least = 1;
  for (const other of greys) if (other && other !== grey) least = Math.min(least, shareOf(copy, grey, other));
  return least;
}

/** Half where the two files look the same. */
function shareOf(copy: Buffer, file: Float32Array, other: Float32Array): number {
  let along = 0;
  let all = 0;
  for (let at = 0; at < copy.length; at += 1) {
    const step = (file[at] as number) - (other[at] as number);
    along += step * ((copy[at] as number) - (other[at] as number));
    all += step * step;
  }
  return all < copy.length * 0.25 ? 0.5 : along / all;
}

interface Printed {
  picture: Picture;
  print: Print;
}

/** Which form of the copy fits best, and which part of the files it shows: all files of a look show the same part. */
function placeOf(copies: readonly Printed[], files: readonly (Printed | undefined)[]) {
  const nothing: Likeness = { likeness: 0, view: { left: 0, top: 0, right: 1, bottom: 1 } };
  const looks = copies.map((copy) => {
    const { exact } = comparison(copy.print);
    const each = files.map((file) => (file ? exact(file.print) : nothing));
    return { copy, each, best: each.reduce((a, b) => (b.likeness > a.likeness ? b : a), nothing) };
  });
  const best = looks.reduce((a, b) => (b.best.likeness > a.best.likeness ? b : a));
  return {
    copy: best.best.likeness > 0 ? best.copy : undefined,
    view: best.best.view,
    likeness: best.each.map(({ likeness }) => likeness),
  };
}

async function openPicture(path: string, maxPixels: number): Promise<Picture> {
  const { data, info } = await imageDecoder(path, { limitInputPixels: maxPixels, failOn: 'none' })
    .autoOrient()
    .flatten({ background: paper })
    .toColourspace('srgb')
    .resize({ width: 1024, height: 1024, fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

async function withPrint(picture: Picture): Promise<Printed> {
  return { picture, print: await makePrint(sharpOf(picture)) };
}

function sharpOf({ data, width, height }: Picture): Sharp {
  return imageDecoder(data, { raw: { width, height, channels: 3 } });
}

function greyOf(picture: Picture, side: number): Promise<Buffer> {
  return sharpOf(picture)
    .resize(side, side, { fit: 'fill' })
    .greyscale()
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}
