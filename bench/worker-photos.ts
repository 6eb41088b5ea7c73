import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { corpusFolder, readCorpus } from '#test/corpus.ts';

export interface BenchPhoto {
  name: string;
  path: string;
  sha256: string;
  bytes: Buffer;
}

const wanted = 12;

/** The largest real files there are, of all types; on a machine without any, drawn ones at camera size. */
export async function benchPhotos(scratch: string): Promise<BenchPhoto[]> {
  const folder = corpusFolder();
  const files = folder === undefined ? await drawPhotos(scratch) : largestOf(folder);
  return files.map(({ name, file }) => {
    const bytes = readFileSync(file);
    return { name, path: file, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
  });
}

function largestOf(folder: string): { name: string; file: string }[] {
  return readCorpus(folder)
    .flatMap(({ name, path: file, outcomes }) =>
      outcomes.length === 1 && outcomes[0]?.state === 'accepted'
        ? [{ name, file, area: outcomes[0].width * outcomes[0].height }]
        : [],
    )
    .toSorted((a, b) => b.area - a.area)
    .slice(0, wanted);
}

/** Blurred noise in two scales: about as hard to encode as foliage and cloth. */
async function drawPhotos(scratch: string): Promise<{ name: string; file: string }[]> {
  mkdirSync(scratch, { recursive: true });
  return Promise.all(
    Array.from({ length: wanted }, async (_, index) => {
      const [width, height] = index % 3 === 0 ? [3000, 4000] : [4000, 3000];
      const noise = { type: 'gaussian' as const, mean: 100 + index * 5, sigma: 50 };
      const coarse = await sharp({
        create: { width: 500, height: 500, channels: 3, background: '#888888', noise },
      })
        .png()
        .toBuffer();
      const file = path.join(scratch, `drawn-${index}.${index % 4 === 0 ? 'png' : 'jpg'}`);
      writeFileSync(
        file,
        await sharp(coarse)
          .resize(width, height, { fit: 'fill' })
          .toFormat(index % 4 === 0 ? 'png' : 'jpeg')
          .toBuffer(),
      );
      return { name: path.basename(file), file };
    }),
  );
}
