import { listAudienceRows, listMemberAudiences } from '#db/queries/audiences.ts';
import { type Caller, isStaff, publicAudience } from '#lib/auth/actor.ts';
import type { Services } from '#lib/services.ts';

export interface ReadableAudience {
  slug: string;
  name: string;
  purpose: string;
  icon: string;
  hue: string;
}

/** The audiences whose catalog the caller may open, their own before the public one. Staff may open each. */
export async function listReadableAudiences(
  { db }: Services,
  { actor }: Caller,
): Promise<ReadableAudience[]> {
  const own = actor.kind === 'person' ? await listMemberAudiences(db, actor.id) : [];
  const rows = await listAudienceRows(db);
  return rows
    .filter(({ slug }) => slug === publicAudience || own.includes(slug) || isStaff(actor))
    .sort((left, right) => Number(left.slug === publicAudience) - Number(right.slug === publicAudience))
    .map(({ slug, name, purpose, icon, hue }) => ({ slug, name, purpose, icon, hue }));
}
