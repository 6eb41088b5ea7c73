import sharp from 'sharp';
import { type SampleName, samplePhotos } from '#lib/policy/sample-photos.ts';
import { drawScene } from './draw-scene.ts';

/** A sample as a master would be: a file of the type in which such pictures come. */
export async function makeSample(name: SampleName): Promise<Buffer> {
  const { width, height, channels } = samplePhotos[name];
  const scene = sharp(drawScene({ width, height }, channels === 'rgba'), {
    raw: { width, height, channels: 4 },
  });
  switch (channels) {
    case 'rgba':
      return await scene.png().toBuffer();
    case 'grey':
      return await scene.flatten().toColourspace('b-w').jpeg({ quality: 92 }).toBuffer();
    case 'cmyk':
      return await scene.flatten().withIccProfile('cmyk').jpeg({ quality: 92 }).toBuffer();
    case 'rgb':
      return await scene.flatten().jpeg({ quality: 92 }).toBuffer();
  }
}
