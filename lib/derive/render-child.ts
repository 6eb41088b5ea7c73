import sharp from 'sharp';
import { serveChild } from '#lib/child/serve-child.ts';
import { setOwnFonts } from './mark/fonts.ts';
import { render } from './render.ts';
import { shutOtherLoaders } from './steps/load.ts';

// One thread a child and as many children as cores: in a run of mixed contracts that was faster than threads inside
// libvips, whose encoders mostly use one anyway. The cache only ever holds what is not asked for again.
sharp.concurrency(1);
sharp.cache(false);
shutOtherLoaders();
setOwnFonts();
serveChild(render);
