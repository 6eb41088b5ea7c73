import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { develop } from '#local/demo/render/develop.ts';
import { expose } from '#local/demo/render/expose.ts';
import { randomFrom } from '#local/demo/render/noise.ts';
import type { Shot } from '#local/demo/render/photograph.ts';
import { color } from '#local/demo/render/scene.ts';
import { add, rotation, scale, subtract, type Vector } from '#local/demo/render/vector.ts';
import { abacusBeads, abacusHero, abacusTable } from '#local/demo/shots/abacus-shots.ts';
import { roverCutOut, roverDetail, roverHero, roverParts } from '#local/demo/shots/rover-shots.ts';

const scenes = [roverHero, roverParts, roverDetail, roverCutOut, abacusHero, abacusBeads, abacusTable];
const papers = ['#dccfbb', '#2c6e75', '#ffffff', '#e8c9a0', '#3b3f46', '#c9d6df', '#f2b33d', '#7a3b3b'];

/**
 * A photo of the demo's things from a place drawn by its number, drawn once and kept in `folder`. Photos 2n and 2n + 1
 * are a series: the same things on the same paper, the camera turned by some degrees. Throws what the renderer throws.
 */
export async function drawnPhoto(folder: string, number: number): Promise<string> {
  const file = path.join(folder, `drawn-${number}.png`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  const random = randomFrom(0x9e3779b1 * (1 + Math.floor(number / 2)));
  const shot = placed((scenes[Math.floor(number / 2) % scenes.length] as () => Shot)(), random, number % 2);
  const size = { width: 600, height: random() < 0.7 ? 400 : 600 };
  const picture = await develop(
    await expose(shot.scene, shot.studio, shot.camera, { ...size, paper: true }),
    shot.camera,
    shot,
  );
  await sharp(picture, { raw: { ...size, channels: 4 } })
    .removeAlpha()
    .png()
    .toFile(file);
  return file;
}

/** Around the things by any angle, nearer or farther, looking past their middle; `turn` is the other photo of a series. */
function placed(shot: Shot, random: () => number, turn: number): Shot {
  const { camera, studio } = shot;
  const around = random() * 360 + turn * (8 + random() * 10);
  const near = 0.6 + random() * 0.8;
  const aside = (random() - 0.5) * 5;
  const away = (random() - 0.5) * 3;
  const target = add(camera.target, [aside, 0, away]);
  const eye = add(target, turned(scale(subtract(camera.eye, camera.target), near), around));
  const backdrop = color(papers[Math.floor(random() * papers.length)] as string);
  const up = camera.up && turned(camera.up, around);
  return {
    ...shot,
    studio: { ...studio, backdrop },
    camera: { ...camera, ...(up && { up }), eye, target, aperture: 0 },
  };
}

function turned(vector: Vector, degrees: number): Vector {
  const rows = rotation([0, degrees, 0]);
  return rows.map((row) => row[0] * vector[0] + row[1] * vector[1] + row[2] * vector[2]) as unknown as Vector;
}
