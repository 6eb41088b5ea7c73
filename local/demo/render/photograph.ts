import sharp, { type Sharp } from 'sharp';
import type { Camera } from './camera.ts';
import { type Developing, develop, grainTile } from './develop.ts';
import { expose } from './expose.ts';
import type { Scene } from './scene.ts';
import type { Studio } from './studio.ts';

export interface Shot extends Developing {
  scene: Scene;
  studio: Studio;
  camera: Camera;
  /** Of the finished file; light is worked out on a smaller sensor and enlarged. */
  width: number;
  height: number;
  seed: number;
}

/** The long side that light is worked out for: about what the largest derivative that people look at shows. */
const sensorSide = 1920;
const grainSide = 512;
const grainStrength = 5;

/** The picture at full size, still to be encoded. */
export async function photograph(shot: Shot): Promise<Sharp> {
  const { width, height, seed } = shot;
  const picture = await enlarged(shot, true);
  const grain = grainTile(seed, grainSide, grainStrength);
  const tile = { width: grainSide, height: grainSide, channels: 1 } as const;
  return sharp(picture, { raw: { width, height, channels: 3 } }).composite([
    { input: await sharp(grain, { raw: tile }).png().toBuffer(), tile: true, blend: 'soft-light' },
  ]);
}

/** The things alone, on nothing. */
export async function cutOut(shot: Shot): Promise<Sharp> {
  const picture = await enlarged(shot, false);
  return sharp(picture, { raw: { width: shot.width, height: shot.height, channels: 4 } });
}

async function enlarged(shot: Shot, paper: boolean): Promise<Buffer> {
  const reduce = sensorSide / Math.max(shot.width, shot.height);
  const [width, height] = [Math.round(shot.width * reduce), Math.round(shot.height * reduce)];
  const exposure = await expose(shot.scene, shot.studio, shot.camera, { width, height, paper });
  const pixels = await develop(exposure, shot.camera, shot);
  const small = sharp(pixels, { raw: { width, height, channels: 4 } });
  const size = { width: shot.width, height: shot.height, fit: 'fill', kernel: 'cubic' } as const;
  return (paper ? small.removeAlpha() : small).resize(size).raw().toBuffer();
}
