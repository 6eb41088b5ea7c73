import { z } from 'zod';
import { listCatalogPhotosById, listCatalogProductRows } from '#db/queries/catalog.ts';
import { unsafeListDerivatives } from '#db/queries/readable-derivatives.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { cursorStamp, decodeCursor, pageOf } from '#lib/cursor.ts';
import { findReadingPolicy } from '#lib/policy/find-reading-policy.ts';
import { searchWords } from '#lib/search-words.ts';
import type { Services } from '#lib/services.ts';
import { bestDerivative, shownVersions } from './best-derivative.ts';
import { derivativePaths } from './derivative-paths.ts';
import { readerOf } from './reader-of.ts';

export interface CatalogHero {
  asset_id: string;
  alt_text: string;
  /** Of the thumbnail where there is one, else of the photo. */
  width: number;
  height: number;
  thumb_hash: string;
  thumb_url: string | null;
}

export interface CatalogProduct {
  id: string;
  name: string;
  sku: string | null;
  photo_count: number;
  newest_at: string;
  hero: CatalogHero | null;
}

const cursorValues = z.tuple([cursorStamp, z.uuid()]);

/** Products in which the caller may see at least one photo of this audience, the newest first. */
export async function listCatalogProducts(
  { db }: Services,
  caller: Caller,
  input: {
    audience: string;
    q?: string | undefined;
    cursor?: string | undefined;
    limit?: number | undefined;
  },
): Promise<{ items: CatalogProduct[]; next_cursor: string | null }> {
  const reader = readerOf(caller.actor, input.audience);
  const limit = input.limit ?? 24;
  const before = decodeCursor(input.cursor, cursorValues);
  const rows = await listCatalogProductRows(db, reader, { words: searchWords(input.q), before, limit });
  const photos = await listCatalogPhotosById(
    db,
    reader,
    rows.slice(0, limit).map((row) => row.hero_asset_id),
  );
  const versions = shownVersions(await findReadingPolicy(db, input.audience));
  const thumbs = await unsafeListDerivatives(db, {
    audience: input.audience,
    sourceHashes: photos.map((photo) => photo.source_hash),
    policyVersions: versions,
    format: 'thumb',
  });
  const heroes = new Map(
    photos.map((photo) => {
      const files = thumbs.filter((file) => file.source_hash === photo.source_hash);
      return [photo.asset_id, heroOf(photo, bestDerivative(files, versions))];
    }),
  );
  return pageOf(
    rows,
    limit,
    (row) => ({
      id: row.id,
      name: row.name,
      sku: row.sku,
      photo_count: row.photo_count,
      newest_at: row.newest_at.toISOString(),
      hero: heroes.get(row.hero_asset_id) ?? null,
    }),
    (row) => [row.newest_text, row.id],
  );
}

type Photo = Awaited<ReturnType<typeof listCatalogPhotosById>>[number];
type File = Awaited<ReturnType<typeof unsafeListDerivatives>>[number];

function heroOf(photo: Photo, thumb: File | undefined): CatalogHero {
  return {
    asset_id: photo.asset_id,
    alt_text: photo.alt_text || photo.title,
    width: thumb?.width ?? photo.width,
    height: thumb?.height ?? photo.height,
    thumb_hash: photo.thumb_hash,
    thumb_url: thumb ? derivativePaths(thumb, photo.asset_id).view_url : null,
  };
}
