import { describe, expect, it } from 'vitest';
import type { TimelineEntry } from '#lib/review/get-asset-detail.ts';
import { timelineWords } from './timeline-words.ts';

const nameOf = (slug: string) => ({ teacher: 'Teachers', public: 'Public' })[slug] ?? slug;

function entry(action: string, rest: Partial<TimelineEntry> = {}): TimelineEntry {
  return {
    id: 1,
    at: '2026-11-30T12:00:00.000Z',
    action,
    actor: { id: 'e', name: 'Emil' },
    actor_kind: 'person',
    result: 'done',
    code: null,
    detail: {},
    ...rest,
  };
}

describe('an entry of the timeline', () => {
  it('names the audiences of an approval and its note', () => {
    const detail = { version: 2, audiences: ['teacher', 'public'], note: 'For spring' };
    expect(timelineWords(entry('asset.approved', { detail }), nameOf)).toEqual({
      who: 'Emil',
      what: 'approved version 2 for Teachers, Public',
      note: 'For spring',
    });
  });

  it('says which texts were changed', () => {
    const detail = { title: { from: '', to: 'a' }, alt_text: { from: '', to: 'b' } };
    expect(timelineWords(entry('asset.edited', { detail }), nameOf).what).toBe(
      'changed the title and the alternative text',
    );
  });

  it('tells who uploaded from what the store told', () => {
    const detail = { bytes: 1_600_000 };
    expect(timelineWords(entry('asset.uploaded', { detail }), nameOf).what).toBe(
      'uploaded the file (1.6 MB)',
    );
    expect(timelineWords(entry('asset.uploaded', { detail, actor: null }), nameOf)).toMatchObject({
      who: null,
      what: 'The store said that the file arrived (1.6 MB)',
    });
  });

  it('gives a failure its reason, and an unknown action its name', () => {
    expect(timelineWords(entry('asset.ingest_failed', { code: 'undecodable' }), nameOf).what).toBe(
      'It failed: the picture is damaged',
    );
    expect(timelineWords(entry('asset.turned_around'), nameOf).what).toBe('turned around');
  });
});
