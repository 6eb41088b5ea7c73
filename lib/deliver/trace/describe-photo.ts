import type { TracedPhotoRow } from '#db/queries/traces.ts';
import { formatExactTime } from '#lib/format.ts';
import type { TracedPhoto } from './answer.ts';

/** A photo as the answer shows it. Pure. */
export function describePhoto(row: TracedPhotoRow, timeZone: string): TracedPhoto {
  return {
    asset_id: row.asset_id,
    version: row.version,
    title: row.title.trim() || row.filename,
    filename: row.filename,
    alt_text: row.alt_text,
    product: { id: row.product_id, name: row.product_name, sku: row.product_sku },
    rights: rightsOf(row, timeZone),
    width: row.width,
    height: row.height,
    thumb_hash: row.thumb_hash,
    thumbnail_url: `/api/assets/${row.asset_id}/thumbnail`,
    page_url: `/library/${row.asset_id}`,
  };
}

function rightsOf(row: TracedPhotoRow, timeZone: string): TracedPhoto['rights'] {
  const on = (at: Date | null) => (at ? formatExactTime(at, timeZone) : 'an unknown day');
  if (row.binned_at)
    return { state: 'binned', sentence: `The photo is in the bin since ${on(row.binned_at)}.` };
  switch (row.rights) {
    case 'withdrawn': {
      const why = row.withdrawal_reason?.trim();
      return {
        state: 'withdrawn',
        sentence: `The approval was withdrawn on ${on(row.withdrawn_at)}${why ? `: ${why}` : ''}${why && /[.!?]$/.test(why) ? '' : '.'}`,
      };
    }
    case 'ended':
      return { state: 'ended', sentence: `The rights ended on ${on(row.publish_until)}.` };
    case 'scheduled':
      return { state: 'scheduled', sentence: `Approved, but only from ${on(row.publish_from)} on.` };
    case 'live': {
      const until = row.publish_until ? `, until ${on(row.publish_until)}` : '';
      return { state: 'approved', sentence: `Approved since ${on(row.approved_at)}${until}.` };
    }
    default:
      return { state: 'never', sentence: 'This version of the photo was never approved.' };
  }
}
