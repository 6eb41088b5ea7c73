import sharp from 'sharp';
import { serveChild } from '#lib/child/serve-child.ts';
import { setOwnFonts } from '#lib/fonts/mark-fonts.ts';
import type { MarkTrial, MarkTrialAnswer } from '#lib/policy/mark-trial.ts';
import { RenderRefused } from '../render-protocol.ts';
import { shutOtherLoaders } from '../steps/load.ts';
import { tryMark } from './try-mark.ts';

sharp.concurrency(1);
sharp.cache(false);
shutOtherLoaders();
setOwnFonts();
serveChild(async (trial: MarkTrial): Promise<MarkTrialAnswer> => {
  try {
    await tryMark(trial);
    return { state: 'drawn' };
  } catch (error) {
    if (!(error instanceof RenderRefused)) throw error;
    const { message, detail } = error;
    return { state: 'refused', message, ...(detail === undefined ? {} : { detail }) };
  }
});
