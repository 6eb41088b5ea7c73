import {
  type TracedFileRow,
  type TracedMasterRow,
  unsafeFindTracedMaster,
  unsafeListTracedPhotos,
} from '#db/queries/traces.ts';
import { derivativeName } from '#lib/policy/derivative-job.ts';
import type { Services } from '#lib/services.ts';
import type { TraceAnswer, TracedFile, TracedMaster, TracedPhoto } from './answer.ts';
import { notFound } from './certainty.ts';
import { describeFile, fileRights } from './describe-file.ts';
import { describePhoto } from './describe-photo.ts';

type Reader = Pick<Services, 'db' | 'env'>;
type Extra = Pick<TraceAnswer, 'certainty'> &
  Partial<Pick<TraceAnswer, 'notes' | 'alternatives' | 'other_files'>>;

const empty = {
  notes: [],
  file: null,
  other_files: [],
  master: null,
  photos: [],
  rights: null,
  alternatives: [],
};

/** What is known of a published file, the first of `rows`; the others have the same bytes. */
export async function answerFile(
  { db, env }: Reader,
  [row, ...others]: readonly [TracedFileRow, ...TracedFileRow[]],
  extra: Extra,
): Promise<TraceAnswer> {
  const [photoRows, master] = await Promise.all([
    unsafeListTracedPhotos(db, { source_hash: row.source_hash }, row.audience),
    unsafeFindTracedMaster(db, row.master_sha256),
  ]);
  const photos = photoRows.map((each) => describePhoto(each, env.PORTAL_TIME_ZONE));
  const file = describeFile(row, photos[0]?.asset_id);
  return {
    ...empty,
    found: 'file',
    sentence: `${opening[extra.certainty.how]} ${fileInWords(file)}${ofPhoto(photos)}.`,
    file,
    other_files: others.map(derivativeName),
    master: master ? describeMaster(master) : null,
    photos,
    rights: fileRights(file, photos),
    ...extra,
  };
}

const opening = {
  exact: 'This is',
  link: 'This is',
  key: 'The file says it is',
  similar: 'This looks like a copy of',
  none: 'This is',
} as const;

function fileInWords({ audience, format, policy_version, state }: TracedFile): string {
  const age = {
    current: '',
    earlier: ', which a later version replaced',
    suspended: ', which is suspended',
    retired: ', and was retired since',
  };
  return `the file “${format}” of ${audience.name}, made by ${audience.slug} policy version ${policy_version}${age[state]}`;
}

function ofPhoto([photo]: readonly TracedPhoto[]): string {
  return photo ? `, of the photo “${photo.title}” (${photo.product.name})` : '';
}

/** A master, whose bytes or likeness were found. */
export async function answerMaster(
  { db, env }: Reader,
  master: TracedMasterRow,
  extra: Extra,
): Promise<TraceAnswer> {
  const rows = await unsafeListTracedPhotos(db, { master_sha256: master.sha256 });
  const photos = onePerPhoto(rows.map((row) => describePhoto(row, env.PORTAL_TIME_ZONE)));
  return {
    ...empty,
    found: 'master',
    sentence: masterSentence(master, photos, extra.certainty.how),
    master: describeMaster(master),
    photos,
    rights: photoRights(photos),
    ...extra,
  };
}

function masterSentence(
  { mark_name }: TracedMasterRow,
  [photo]: readonly TracedPhoto[],
  how: TraceAnswer['certainty']['how'],
): string {
  const isItself = how === 'exact' || how === 'link';
  if (!photo && mark_name !== null)
    return `${isItself ? 'This is' : 'This looks like'} the image “${mark_name}”, which policies place on files as a mark.`;
  const what = photo
    ? `the photo “${photo.title}” (${photo.product.name})`
    : 'a photo that is in no product any more';
  return isItself
    ? `This is the original of ${what}, which no audience is ever given.`
    : `This looks like a copy of ${what}.`;
}

/** A photo that a link leads to. */
export async function answerPhoto(
  { db, env }: Reader,
  assetId: string,
  extra: Extra,
): Promise<TraceAnswer | undefined> {
  const rows = await unsafeListTracedPhotos(db, { asset_id: assetId });
  const photos = onePerPhoto(rows.map((row) => describePhoto(row, env.PORTAL_TIME_ZONE)));
  const [row] = rows;
  const [photo] = photos;
  if (!row || !photo) return undefined;
  const master = await unsafeFindTracedMaster(db, row.master_sha256);
  return {
    ...empty,
    found: 'photo',
    sentence: `This link leads to the photo “${photo.title}” (${photo.product.name}).`,
    master: master ? describeMaster(master) : null,
    photos,
    rights: photoRights(photos),
    ...extra,
  };
}

export function answerUnknown(sentence: string, extra: Partial<Extra> = {}): TraceAnswer {
  return { ...empty, found: 'unknown', sentence, certainty: notFound, ...extra };
}

/** A version that is approved, else the newest, stands for its photo: rows come in that order. */
function onePerPhoto(photos: readonly TracedPhoto[]): TracedPhoto[] {
  return photos.filter(({ asset_id }, at) => photos.findIndex((other) => other.asset_id === asset_id) === at);
}

function photoRights([photo]: readonly TracedPhoto[]): string | null {
  return photo?.rights.sentence ?? null;
}

function describeMaster({ sha256, media_type, width, height, byte_size }: TracedMasterRow): TracedMaster {
  return { sha256, media_type, width, height, bytes: byte_size };
}
