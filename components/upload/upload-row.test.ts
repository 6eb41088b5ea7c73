import { describe, expect, it } from 'vitest';
import { amountWords, stateWord } from './row-words.ts';
import type { UploadFile, UploadMeta } from './upload-file.ts';
import { problem } from './upload-problem.ts';
import { uploadRow } from './upload-row.ts';

const moment = { online: true, stalled: false, speed: null };

function file(meta: Partial<UploadMeta>, state: object = {}): UploadFile {
  return {
    id: 'a',
    name: 'globe.jpg',
    size: 10_000_000,
    isGhost: false,
    data: new Blob(['x']),
    progress: { bytesUploaded: 2_500_000, uploadStarted: 1, bytesTotal: 10_000_000 },
    meta: { product_id: 'p', product_name: 'Globe', ...meta },
    ...state,
  } as unknown as UploadFile;
}

describe('a row of the panel', () => {
  it('says how far a file is while bytes move', () => {
    const row = uploadRow(file({ step: 'uploading' }), { ...moment, speed: 1_500_000 });
    expect(stateWord(row)).toBe('Uploading 25 %');
    expect(amountWords(row)).toBe('2.5 MB of 10 MB · 1.5 MB/s · 5 s left');
  });

  it('offers to go on when the connection is gone or stands still', () => {
    const uploading = file({ step: 'uploading' });
    expect(uploadRow(uploading, { ...moment, online: false })).toMatchObject({
      state: 'offline',
      remedy: 'retry',
    });
    expect(uploadRow(uploading, { ...moment, stalled: true })).toMatchObject({
      state: 'stalled',
      remedy: 'retry',
    });
  });

  it('offers a retry for an expired permission, and none for what the portal refuses', () => {
    const expired = problem('expired', 'It ran out.');
    expect(uploadRow(file({ step: 'uploading', problem: expired }), moment)).toMatchObject({
      state: 'stopped',
      sentence: 'It ran out.',
      remedy: 'retry',
    });
    const refused = problem('refused', 'No.');
    expect(uploadRow(file({ step: 'asking', problem: refused }), moment).remedy).toBeUndefined();
  });

  it('asks for the file where a reload has lost it', () => {
    const lost = file({ step: 'uploading' }, { isGhost: true, data: undefined });
    expect(uploadRow(lost, moment)).toMatchObject({ state: 'lost', remedy: 'choose' });
  });

  it('says why a photo failed, and what helps', () => {
    const full = file({ step: 'settling', status: 'FAILED', failure: 'product_full' });
    expect(uploadRow(full, moment)).toMatchObject({ state: 'failed', remedy: 'admit' });
    const cut = file({ step: 'settling', status: 'FAILED', failure: 'size_mismatch' });
    expect(uploadRow(cut, moment)).toMatchObject({ state: 'failed', remedy: 'again' });
    const failure_detail = 'VipsJpeg: premature end of JPEG image';
    const broken = file({ step: 'settling', status: 'FAILED', failure: 'undecodable', failure_detail });
    const row = uploadRow(broken, moment);
    expect(row.title).toBe('The picture is damaged');
    expect(row.sentence).toMatch(/Copy it from the camera again/);
    expect(row.remedy).toBeUndefined();
  });
});
