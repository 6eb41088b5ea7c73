import sharp from 'sharp';
import { serveChild } from '#lib/child/serve-child.ts';
import { setOwnFonts } from '#lib/fonts/mark-fonts.ts';
import { render } from './render.ts';
import { type RenderAnswer, RenderRefused, type RenderRequest } from './render-protocol.ts';
import { shutOtherLoaders } from './steps/load.ts';

// One thread a child, as many children as cores. Measured on two cores with every seeded contract of 12 real photos:
// two children of one thread took 8.0 s, of two threads 8.6 s, one child of two threads 9.7 s, of one 11.6 s, three
// of one 8.5 s. MALLOC_ARENA_MAX=2, which every child is started with, kept peak memory at 262 MB. The cache only
// ever holds what is not asked for again, and answers by path, which here names other bytes the next time.
sharp.concurrency(1);
sharp.cache(false);
shutOtherLoaders();
setOwnFonts();
serveChild(async (request: RenderRequest): Promise<RenderAnswer> => {
  try {
    return { state: 'rendered', facts: await render(request) };
  } catch (error) {
    if (!(error instanceof RenderRefused)) throw error;
    const { code, message, detail } = error;
    return { state: 'refused', code, message, detail };
  }
});
