import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertWithdrawal } from '#db/queries/approvals.ts';
import { spoolFolder } from '#lib/child/spool.ts';
import { printMasters } from '#lib/ingest/print-masters.ts';
import { drainJobs } from '#lib/jobs/drain-jobs.ts';
import { enqueueJob } from '#lib/jobs/enqueue-jobs.ts';
import { activatePolicy } from '#lib/policy/activate-policy.ts';
import { createPolicyVersion } from '#lib/policy/create-policy-version.ts';
import { traceKey } from '#lib/policy/trace-key.ts';
import {
  approve,
  derivePortal,
  handlers,
  jobFor,
  type Photo,
  rowsOf,
  seededContract,
} from '#test/derive-portal.ts';
import { scene } from '#test/pictures.ts';
import { insertCaller, insertMember } from '#test/portal.ts';
import { traceFile } from './trace-file.ts';
import { traceQuestion } from './trace-question.ts';
import { closeTracers } from './tracer.ts';

const limit = 2_000_000;
const { services, editor, admin, addPhoto } = await derivePortal({ TRACE_MAX_BYTES: String(limit) });
const { db, store } = services;
const support = await insertCaller(services, 'support');
const { signal } = new AbortController();

let photo: Photo;
let other: Photo;
let approvalId: string;
let master: Buffer;

const drop = (file: Buffer, caller = support) =>
  traceFile(services, caller, { body: Readable.from([file]), signal });
const ask = (text: string, caller = support) => traceQuestion(services, caller, { text });

async function fileOf(of: Photo, audience: string, format: string) {
  const row = (await rowsOf(services, of)).find(
    (each) => each.audience === audience && each.format === format,
  );
  if (!row) throw new Error(`no ${audience}/${format}`);
  const object = await store.get(row.object_key);
  if (object.state !== 'found') throw new Error(`the file is ${object.state}`);
  return { row, bytes: await buffer(object.body) };
}

beforeAll(async () => {
  master = await scene(1, 1500, 1000).png().toBuffer();
  photo = await addPhoto(master);
  other = await addPhoto(await scene(2, 1500, 1000).png().toBuffer());
  approvalId = await approve(services, editor, photo, ['teacher', 'partner', 'public']);
  for (const [audience, format] of [
    ['teacher', 'web-small'],
    ['partner', 'thumb'],
    ['public', 'thumb'],
  ] as const)
    await enqueueJob(db, jobFor(photo, audience, format));
  await enqueueJob(db, jobFor(photo, 'partner', 'campaign', { metadata: 'traceable' }));
  await enqueueJob(db, jobFor(other, 'partner', 'campaign', { metadata: 'traceable' }));
  await drainJobs(services, handlers, { budgetMs: 30_000 });
  await printMasters(services, signal);
});
afterAll(closeTracers);

describe('a file as it was published', () => {
  it('is known for certain by its bytes, with policy, job and what its rights are now', async () => {
    const { row, bytes } = await fileOf(photo, 'partner', 'campaign');
    const answer = await drop(bytes);
    expect(answer).toMatchObject({
      found: 'file',
      certainty: { how: 'exact', likeness: null },
      file: {
        state: 'current',
        audience: { slug: 'partner' },
        policy_version: 1,
        format: 'campaign',
        sha256: row.sha256,
        job_id: row.job_id,
        manifest: row.manifest,
      },
      master: { sha256: photo.sha256 },
      photos: [{ asset_id: photo.assetId, rights: { state: 'approved' } }],
      notes: [],
    });
    expect(answer.sentence).toMatch(
      /^This is the file “campaign” of Partners, made by partner policy version 1/,
    );
    expect(answer.file?.decision[0]).toContain('Partner preview');
    expect(answer.rights).toMatch(/^Partners: this file may be used\. Approved since/);
  });

  it.each([
    ['its hash in capitals and groups', (sha256: string) => sha256.toUpperCase().replace(/(.{8})/g, '$1 ')],
    ['its hash', (sha256: string) => sha256],
  ])('is found by %s', async (_, write) => {
    const { row } = await fileOf(photo, 'teacher', 'web-small');
    expect(await ask(write(row.sha256))).toMatchObject({
      found: 'file',
      certainty: { how: 'exact' },
      file: { sha256: row.sha256 },
    });
  });

  it('is found by a link to it, to its page and to its manifest, and by a signed URL of the store', async () => {
    const { row } = await fileOf(photo, 'teacher', 'web-small');
    const name = `${photo.sha256}/teacher/1/web-small`;
    const signed = await store.presignGet(row.object_key, {
      contentType: row.media_type,
      contentDisposition: 'inline',
      expiresSeconds: 5,
    });
    const links = [
      `${services.env.PORTAL_URL}/api/derivatives/${name}?asset=${photo.assetId}`,
      `/files/${name}`,
      `/api/derivatives/${name}/manifest`,
      name,
      signed.url,
    ];
    for (const link of links)
      expect(await ask(link), link).toMatchObject({
        found: 'file',
        certainty: { how: 'link' },
        file: { name },
      });
  });

  it('says when an earlier version made it, when it was retired, and when the approval was withdrawn', async () => {
    const contracts = [seededContract('public', 'thumb'), seededContract('public', 'catalog')];
    const created = await createPolicyVersion(services, admin, {
      audience: 'public',
      contracts,
      note: 'second',
    });
    await activatePolicy(services, admin, {
      audience: 'public',
      policyVersion: created.version,
      expectedActive: 1,
      reason: 'newer',
    });
    const { row } = await fileOf(photo, 'public', 'thumb');
    const earlier = await ask(row.sha256);
    expect(earlier).toMatchObject({ file: { state: 'earlier' } });
    expect(earlier.sentence).toContain('which a later version replaced');

    await db
      .updateTable('derivatives')
      .set({ retired_at: new Date(), retired_why: 'by_hand', retired_reason: 'A wrong logo.' })
      .where('object_key', '=', row.object_key)
      .execute();
    const retired = await ask(row.sha256);
    expect(retired).toMatchObject({ file: { state: 'retired' } });
    expect(retired.rights).toContain('was retired, and nobody gets it any more. A wrong logo.');

    const copy = await addPhoto(await scene(5, 300, 200).png().toBuffer());
    const id = await approve(services, editor, copy, ['teacher']);
    await enqueueJob(db, jobFor(copy, 'teacher', 'thumb'));
    await drainJobs(services, handlers, { budgetMs: 20_000 });
    await db
      .transaction()
      .execute((trx) =>
        insertWithdrawal(trx, { approvalId: id, by: editor.id, reason: 'A person asked for it' }),
      );
    const withdrawn = await ask((await fileOf(copy, 'teacher', 'thumb')).row.sha256);
    expect(withdrawn.photos[0]?.rights.state).toBe('withdrawn');
    expect(withdrawn.rights).toMatch(
      /nobody gets this file now\. The approval was withdrawn on .*: A person asked for it\.$/,
    );
  });
});

describe('an original', () => {
  it('is known by its bytes, and said to be given to nobody', async () => {
    const answer = await drop(master);
    expect(answer).toMatchObject({
      found: 'master',
      certainty: { how: 'exact' },
      master: { sha256: photo.sha256 },
      file: null,
      photos: [{ asset_id: photo.assetId }],
    });
    expect(answer.sentence).toContain('no audience is ever given');
  });

  it('is found by the page of its photo', async () => {
    expect(await ask(`/library/${photo.assetId}`)).toMatchObject({
      found: 'photo',
      photos: [{ asset_id: photo.assetId }],
    });
    expect(await ask(`/library/${randomUUID()}`)).toMatchObject({ found: 'unknown' });
  });
});

describe('a copy that was saved anew', () => {
  it('that kept its key is known by it, and said to be changed', async () => {
    const { bytes } = await fileOf(photo, 'partner', 'campaign');
    const answer = await drop(await sharp(bytes).keepXmp().jpeg({ quality: 70 }).toBuffer());
    expect(answer).toMatchObject({
      found: 'file',
      certainty: { how: 'key' },
      file: { format: 'campaign' },
      notes: [],
    });
    expect(answer.sentence).toMatch(/^The file says it is the file “campaign” of Partners/);
    expect(answer.certainty.sentence).toContain('Its bytes were changed since');
  });

  it.each([
    ['saved at quality 60', (file: Buffer) => sharp(file).jpeg({ quality: 60 })],
    ['at half the size, as WebP', (file: Buffer) => sharp(file).resize(750).webp({ quality: 70 })],
    [
      'with cut edges',
      (file: Buffer) =>
        sharp(file).extract({ left: 90, top: 20, width: 1350, height: 920 }).jpeg({ quality: 75 }),
    ],
  ])('%s shows its photo and its mark', async (_, change) => {
    const { bytes } = await fileOf(photo, 'partner', 'campaign');
    const answer = await drop(await change(bytes).toBuffer());
    expect(answer).toMatchObject({
      found: 'file',
      certainty: { how: 'similar' },
      file: { audience: { slug: 'partner' } },
      master: { sha256: photo.sha256 },
    });
    expect(answer.certainty.likeness).toBeGreaterThan(0.9);
    expect(answer.sentence).toMatch(/^This looks like a copy of/);
  });

  it('with a border added shows its photo, and nothing is said of its mark', async () => {
    const { bytes } = await fileOf(photo, 'partner', 'campaign');
    const border = { top: 200, bottom: 50, left: 100, right: 40, background: '#000000' };
    const answer = await drop(await sharp(bytes).extend(border).jpeg().toBuffer());
    expect(answer).toMatchObject({ found: 'master', file: null, master: { sha256: photo.sha256 } });
  });

  it('whose look two audiences share is said to be of the photo, and of either', async () => {
    const fresh = await addPhoto(await scene(6, 900, 600).png().toBuffer());
    await approve(services, editor, fresh, ['teacher', 'public']);
    await enqueueJob(db, jobFor(fresh, 'teacher', 'web-small'));
    await enqueueJob(db, jobFor(fresh, 'public', 'catalog'));
    await drainJobs(services, handlers, { budgetMs: 20_000 });
    await printMasters(services, signal);
    const { bytes } = await fileOf(fresh, 'teacher', 'web-small');
    const answer = await drop(await sharp(bytes).resize(500).jpeg({ quality: 80 }).toBuffer());
    expect(answer).toMatchObject({ found: 'master', file: null, master: { sha256: fresh.sha256 } });
    expect(answer.notes.join()).toMatch(/Teachers|Public/);
    expect(answer.other_files).toHaveLength(2);
  });
});

describe('a key in a file', () => {
  const withKey = (picture: Sharp, key: string) =>
    picture
      .jpeg()
      .withXmp(
        `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:b="urn:blazon:trace:1:" b:derivative="${key}"/></rdf:RDF></x:xmpmeta>`,
      )
      .toBuffer();

  it('that names a file that never was is said to be forged', async () => {
    const key = traceKey({
      source_hash: 'f'.repeat(64),
      audience: 'partner',
      policy_version: 3,
      format: 'campaign',
    });
    const answer = await drop(await withKey(scene(77), key));
    expect(answer).toMatchObject({ found: 'unknown', file: null });
    expect(answer.notes[0]).toContain('no such file was ever published');
  });

  it('that names the file of another photo proves nothing', async () => {
    const key = traceKey({
      source_hash: other.sha256,
      audience: 'partner',
      policy_version: 1,
      format: 'campaign',
    });
    const { bytes } = await fileOf(photo, 'partner', 'campaign');
    const answer = await drop(await withKey(sharp(bytes), key));
    expect(answer).toMatchObject({ certainty: { how: 'similar' }, master: { sha256: photo.sha256 } });
    expect(answer.notes[0]).toContain('does not show that photo');
  });

  it('of a preview says that it is one', async () => {
    const answer = await drop(await withKey(scene(78), `${photo.sha256}/partner/preview/campaign`));
    expect(answer.notes[0]).toContain('a preview of the format “campaign” for partner');
  });
});

describe('what is not ours', () => {
  it('is said to be unknown, with the nearest photo and how near it is', async () => {
    const answer = await drop(await scene(99).jpeg().toBuffer());
    expect(answer).toMatchObject({ found: 'unknown', certainty: { how: 'none' }, master: null, photos: [] });
    expect(answer.alternatives).toHaveLength(1);
    expect(answer.alternatives[0]?.likeness).toBeLessThan(0.6);
    expect(await ask('ab'.repeat(32))).toMatchObject({ found: 'unknown' });
  });

  it('behind a link is never fetched', async () => {
    let asked = 0;
    const server = http.createServer((_, response) => {
      asked += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const answer = await ask(`http://127.0.0.1:${port}/picture.jpg`);
    server.close();
    expect(answer).toMatchObject({ found: 'unknown' });
    expect(answer.sentence).toContain('is not this portal');
    expect(asked).toBe(0);
  });

  it.each([
    [
      'a HEIC photo',
      Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'.padEnd(64, '\0'), 'latin1'),
      'unsupported_type',
      'HEIC',
    ],
    ['a PDF', Buffer.from('%PDF-1.7\n'.padEnd(64, ' ')), 'not_an_image', 'no picture'],
    ['text', Buffer.from('hello '.repeat(20)), 'not_an_image', 'no picture'],
    ['nothing', Buffer.alloc(0), 'empty_file', 'empty'],
    ['too much', Buffer.alloc(limit + 1), 'too_large', '2 MB'],
  ])('%s is refused with what to do', async (_, file, code, words) => {
    await expect(drop(file)).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
  });

  it('a damaged picture is refused, and nothing of any file is left behind', async () => {
    const whole = await scene(3).jpeg().toBuffer();
    await expect(drop(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({ code: 'not_an_image' });
    expect(readdirSync(spoolFolder(services.env, 'trace'))).toEqual([]);
  });

  it('words that are neither hash nor link say what can be pasted', async () => {
    await expect(ask('rover')).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

it('is for staff', async () => {
  const teacher = await insertMember(services, 'teacher');
  await expect(ask('ab'.repeat(32), teacher)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(drop(master, teacher)).rejects.toMatchObject({ code: 'forbidden' });
  expect(approvalId).toBeTruthy();
});
