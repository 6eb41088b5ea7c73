import sharp from 'sharp';
import { serveChild } from '#lib/child/serve-child.ts';
import { setOwnFonts } from '#lib/fonts/mark-fonts.ts';
import { type BareWork, renderBare } from './bare-sharp.ts';

// Threads and cache as in our own children: with them sharp was fastest, and needed least memory.
sharp.concurrency(1);
sharp.cache(false);
setOwnFonts();
serveChild((work: BareWork) => renderBare(work));
