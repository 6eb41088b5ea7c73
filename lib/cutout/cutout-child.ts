import { serveChild } from '#lib/child/serve-child.ts';
import { type CutAnswer, CutRefused, type CutRequest } from './cutout-protocol.ts';
import { makeCutout } from './make-cutout.ts';

serveChild(async (request: CutRequest): Promise<CutAnswer> => {
  try {
    return { state: 'made', facts: await makeCutout(request) };
  } catch (error) {
    if (!(error instanceof CutRefused)) throw error;
    const { code, message, detail } = error;
    return { state: 'refused', code, message, detail };
  }
});
