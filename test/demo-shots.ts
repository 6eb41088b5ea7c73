import sharp from 'sharp';
import { develop } from '#local/demo/render/develop.ts';
import { expose } from '#local/demo/render/expose.ts';
import type { Shot } from '#local/demo/render/photograph.ts';
import { studio } from '#local/demo/shots/studios.ts';

/** A demo scene on paper of a colour, small, as a JPEG; and how much of each pixel its things cover. */
export async function demoShot(
  shot: Shot,
  paper: string,
  width: number,
): Promise<{ jpeg: Buffer; truth: Uint8Array; width: number; height: number }> {
  const height = Math.round((width * shot.height) / shot.width);
  const { key, keySize } = shot.studio;
  const room = studio(paper, { key, keySize, pool: 40 });
  const camera = { ...shot.camera, aperture: 0 };
  const draw = async (withPaper: boolean) => {
    const exposure = await expose(shot.scene, room, camera, { width, height, paper: withPaper });
    return sharp(await develop(exposure, camera, { ...shot, vignette: 0.25 }), {
      raw: { width, height, channels: 4 },
    });
  };
  const jpeg = await (await draw(true)).removeAlpha().jpeg({ quality: 92 }).toBuffer();
  const truth = await (await draw(false)).extractChannel(3).raw().toBuffer();
  return { jpeg, truth, width, height };
}
