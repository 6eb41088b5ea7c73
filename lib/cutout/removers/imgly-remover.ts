import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Remover } from './remover.ts';

/** As much of the package as is used. */
interface ImglyPackage {
  removeBackground(
    picture: Blob,
    config: { publicPath: string; model: 'medium'; output: { format: 'image/x-rgba8' } },
  ): Promise<Blob>;
}

/**
 * Speaks for `@imgly/background-removal-node`, which is AGPL: nothing of it is here, it is looked for where people
 * install it by themselves, and it is loaded in a child alone. Pictures go in and out as bare pixels, so that its own
 * decoders see no file of a stranger.
 */
export default async function imglyRemover({ pluginsFolder }: { pluginsFolder: string }): Promise<Remover> {
  const required = createRequire(path.join(pluginsFolder, 'package.json'));
  const entry = required.resolve('@imgly/background-removal-node');
  const { removeBackground } = required(entry) as ImglyPackage;
  const publicPath = `${pathToFileURL(path.dirname(entry)).href}/`;
  return {
    async findAlpha({ width, height, rgb }) {
      const rgba = new Uint8Array(width * height * 4).fill(255);
      for (let at = 0; at < width * height; at += 1) rgba.set(rgb.subarray(at * 3, at * 3 + 3), at * 4);
      const type = `image/x-rgba8;width=${width};height=${height}`;
      const config = { publicPath, model: 'medium', output: { format: 'image/x-rgba8' } } as const;
      const answer = await removeBackground(new Blob([rgba], { type }), config);
      const pixels = new Uint8Array(await answer.arrayBuffer());
      return {
        width,
        height,
        alpha: Uint8Array.from({ length: width * height }, (_, at) => pixels[at * 4 + 3] as number),
      };
    },
  };
}
