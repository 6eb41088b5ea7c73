import { formatBytes } from '#lib/format.ts';
import { failureSentences } from '#lib/ingest/failure-sentences.ts';
import { type AssetFailure, assetFailures } from '#lib/lifecycle.ts';
import type { TimelineEntry } from '#lib/review/get-asset-detail.ts';

const plain: Readonly<Record<string, string>> = {
  'asset.requested': 'announced this upload',
  'asset.uploaded': 'uploaded the file',
  'asset.upload_refused': 'had the upload ended',
  'asset.ready': 'The photo was checked and kept as a master',
  'asset.ingest_retried': 'let it try again',
  'asset.failure_dismissed': 'took the failure off the list',
  'asset.approval_withdrawn': 'withdrew the approval',
  'asset.changes_requested': 'asked for changes',
  'asset.original_downloaded': 'downloaded the original',
  'asset.cutout_requested': 'asked for a cut-out',
  'asset.landing_deleted': 'The uploaded copy was cleared away; the master stays',
  'asset.binned': 'moved it to the bin',
  'asset.restored': 'brought it back from the bin',
};

export interface TimelineWords {
  /** Who did it; null where it happened by itself. */
  who: string | null;
  what: string;
  /** What was written at the time. */
  note: string | null;
}

/** One entry of a photo's history as a sentence. */
export function timelineWords(entry: TimelineEntry, audienceName: (slug: string) => string): TimelineWords {
  const who = entry.actor?.name ?? null;
  const { detail } = entry;
  const note = firstText(detail.note, detail.reason);
  const words = (what: string) => ({ who, what, note });
  switch (entry.action) {
    case 'asset.approved': {
      const slugs = Array.isArray(detail.audiences) ? detail.audiences.map(String) : [];
      return words(
        `approved version ${detail.version} for ${slugs.map(audienceName).join(', ') || 'nobody'}`,
      );
    }
    case 'asset.cutout_made':
      return { who: null, what: `The background was removed: version ${detail.version}`, note };
    case 'asset.cutout_failed':
      return { who: null, what: 'The background could not be removed', note };
    case 'asset.edited':
      return words(`changed ${editedFields(detail)}`);
    case 'asset.uploaded': {
      const size = typeof detail.bytes === 'number' ? ` (${formatBytes(detail.bytes)})` : '';
      return who ? words(`uploaded the file${size}`) : words(`The store said that the file arrived${size}`);
    }
    case 'asset.ingest_failed':
    case 'asset.upload_refused':
      return { who: null, what: `It failed: ${failureTitle(entry.code)}`, note };
    default:
      return words(plain[entry.action] ?? entry.action.replace(/^asset\./, '').replaceAll('_', ' '));
  }
}

function editedFields(detail: Record<string, unknown>): string {
  const names = Object.keys(detail).map((field) =>
    field === 'alt_text' ? 'the alternative text' : `the ${field}`,
  );
  return names.join(' and ') || 'its texts';
}

function failureTitle(code: string | null): string {
  const failure = assetFailures.find((known): known is AssetFailure => known === code);
  const { title } = failureSentences[failure ?? 'internal'];
  return `${title[0]?.toLowerCase()}${title.slice(1)}`;
}

function firstText(...values: unknown[]): string | null {
  return values.find((value): value is string => typeof value === 'string' && value !== '') ?? null;
}
