import { buffer } from 'node:stream/consumers';
import sharp, { type Sharp } from 'sharp';
import { afterAll } from 'vitest';
import { cutoutHandler } from '#lib/cutout/cutout-handler.ts';
import { cutoutParameters } from '#lib/cutout/cutout-parameters.ts';
import { cutterOf } from '#lib/cutout/cutter.ts';
import { type CutoutInput, requestCutout } from '#lib/cutout/request-cutout.ts';
import { keepMaster } from '#lib/ingest/keep-master.ts';
import { drainJobs } from '#lib/jobs/drain-jobs.ts';
import type { Queue } from '#lib/jobs/queues.ts';
import { getAssetDetail } from '#lib/review/get-asset-detail.ts';
import type { Services } from '#lib/services.ts';
import { objectKeys } from '#lib/storage/object-store.ts';
import { derivePortal, handlers as otherHandlers } from './derive-portal.ts';
import { pluginsFolder } from './plugins-folder.ts';
import { studioShot } from './studio-shots.ts';

export const handler = cutoutHandler(keepMaster);

/** A portal whose photos can be cut out, with the removers of `test/plugins`. */
export async function cutoutPortal() {
  const portal = await derivePortal({ PLUGINS_DIR: pluginsFolder() });
  const { services, editor, addPhoto } = portal;
  afterAll(() => Promise.all([cutterOf(services, 'jobs').close(), cutterOf(services, 'previews').close()]));
  let made = 0;
  return {
    ...portal,
    /** Of other bytes each time. */
    async addShot(change: (photo: Sharp) => Sharp = (photo) => photo.png()) {
      made += 1;
      const { photo } = await studioShot({ width: 240 + made, height: 160, paper: [38, 84, 170] });
      return addPhoto(await change(photo).toBuffer());
    },
    ask: (assetId: string, changes: Partial<CutoutInput> = {}) =>
      requestCutout(services, editor, { assetId, ...cutoutParameters.parse({}), ...changes }),
    drain: (changed: Partial<Services> = {}, queues: Queue[] = ['cutout']) =>
      drainJobs(
        { ...services, ...changed },
        { ...otherHandlers, cutout: handler },
        { budgetMs: 25_000, random: () => 0, queues },
      ),
    async versionsOf(assetId: string) {
      return (await getAssetDetail(services, editor, { assetId })).versions;
    },
    async openMaster(sha256: string) {
      const found = await services.store.get(objectKeys.master(sha256));
      if (found.state !== 'found') throw new Error(`master ${sha256} is ${found.state}`);
      return sharp(await buffer(found.body));
    },
  };
}
