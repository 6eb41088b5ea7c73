import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drainJobs } from '#lib/jobs/drain-jobs.ts';
import { enqueueJob } from '#lib/jobs/enqueue-jobs.ts';
import { sampleNames, samplePhotos } from '#lib/policy/sample-photos.ts';
import { findTraceKey } from '#lib/policy/trace-key.ts';
import { objectKeys } from '#lib/storage/object-store.ts';
import { derivePortal, handlers, jobFor, rowsOf, seededContract } from '#test/derive-portal.ts';
import { noisy, shareOfDifference } from '#test/pictures.ts';
import { insertCaller, nobody } from '#test/portal.ts';
import { renderPreview } from './render-preview.ts';
import { makeSample } from './samples/make-sample.ts';

const { services, editor, addPhoto } = await derivePortal();
const photo = await noisy(300, 200).png().toBuffer().then(addPhoto);
const preview = (contract = seededContract('partner', 'campaign'), caller = editor) =>
  renderPreview(services, caller, { assetId: photo.assetId, contract });

describe('a preview', () => {
  it('is the later derivative, byte for byte', async () => {
    const shown = await preview();
    await enqueueJob(services.db, jobFor(photo, 'partner', 'campaign'));
    await drainJobs(services, handlers, { budgetMs: 20_000 });
    const [row] = await rowsOf(services, photo);
    expect(row?.sha256).toBe(shown.sha256);
    expect(shown).toMatchObject({
      media_type: 'image/jpeg',
      width: row?.width,
      height: row?.height,
      bytes: row?.byte_size,
    });
    expect(shown.body.length).toBe(shown.bytes);
  });

  it('of a file that carries its own name carries that of a preview, and the same pixels', async () => {
    const contract = { ...seededContract('partner', 'campaign'), metadata: 'traceable' as const };
    const shown = await renderPreview(services, editor, {
      audience: 'partner',
      assetId: photo.assetId,
      contract,
    });
    const { xmp } = await sharp(shown.body).metadata();
    expect(findTraceKey(xmp?.toString('utf8') ?? '')).toBe(`${photo.sha256}/partner/preview/campaign`);
    const plain = await preview();
    const pixels = (body: Buffer) => sharp(body).raw().toBuffer();
    expect(await pixels(shown.body)).toEqual(await pixels(plain.body));
  });

  it('is made once: asked for again, under another name too, it comes from the cache', async () => {
    const contract = seededContract('teacher', 'web-small');
    const first = await preview(contract);
    // Without its master nothing could be rendered anew.
    await services.store.delete(objectKeys.master(photo.sha256));
    expect(await preview({ ...contract, format: 'renamed', label: 'Renamed' })).toEqual(first);
    const master = await noisy(300, 200).png().toBuffer();
    await services.store.put(objectKeys.master(photo.sha256), master, master.length, {
      contentType: 'image/png',
    });
  });

  it.each(sampleNames)(
    'of the sample “%s” is a file by the contract, marked, and the same each time',
    async (sample) => {
      const contract = { ...seededContract('partner', 'campaign'), max_width: 480, max_height: 480 };
      const shown = await renderPreview(services, editor, { sample, contract });
      const { width, height } = samplePhotos[sample];
      const scale = Math.min(1, 480 / width, 480 / height);
      expect(shown).toMatchObject({
        media_type: 'image/jpeg',
        width: Math.round(width * scale),
        height: Math.round(height * scale),
        has_alpha: false,
      });
      const clean = await renderPreview(services, editor, {
        sample,
        contract: { ...contract, watermark: { kind: 'none' } },
      });
      const pixels = (body: Buffer) => sharp(body).ensureAlpha().raw().toBuffer();
      expect(shareOfDifference(await pixels(clean.body), await pixels(shown.body))).toBeGreaterThan(0.01);
      expect((await makeSample(sample)).equals(await makeSample(sample))).toBe(true);
    },
  );

  it('that cannot be made says why', async () => {
    const contract = { ...seededContract('public', 'catalog'), max_bytes: 1000, min_width: 300 };
    await expect(preview(contract)).rejects.toMatchObject({
      code: 'derivative_failed',
      details: { failure: 'contract_unmet' },
    });
  });

  it('is for staff who write or check policies', async () => {
    const teacher = await insertCaller(services, 'member');
    await expect(preview(undefined, teacher)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(
      renderPreview(services, nobody, {
        assetId: photo.assetId,
        contract: seededContract('teacher', 'thumb'),
      }),
    ).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});
