import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listFiles } from '#test/app-source.ts';
import { auditActions } from './audit-actions.ts';
import type { AuditItem } from './audit-item.ts';
import { auditSentence, auditWords } from './audit-words.ts';

function item(action: string, rest: Partial<AuditItem> = {}): AuditItem {
  return {
    id: 1,
    at: '2026-11-30T12:00:00.000Z',
    actor: { kind: 'person', id: 'e', name: 'Emil' },
    action,
    subject: { kind: 'asset', id: '9f0c', name: 'rover.jpg' },
    request_id: null,
    trace_id: null,
    result: 'done',
    code: null,
    detail: {},
    ...rest,
  };
}

describe('a row of the log', () => {
  it('is a sentence of who did what to what', () => {
    const detail = { version: 2, audiences: ['teacher', 'public'], note: 'For spring' };
    const approved = item('asset.approved', { detail });
    expect(auditSentence(approved)).toBe('Emil approved the photo rover.jpg, version 2 for teacher, public');
    expect(auditWords(approved).note).toBe('“For spring”');
    expect(auditSentence(item('asset.binned'))).toBe('Emil moved the photo rover.jpg to the bin');
  });

  it('tells persons, programs, strangers and parts of the portal apart', () => {
    const by = (kind: string, name: string) =>
      auditSentence(item('asset.ready', { actor: { kind, id: null, name } }));
    expect(by('token', 'Emil')).toMatch(/^Emil \(by API token\) checked/);
    expect(by('anonymous', '')).toMatch(/^Somebody who was not signed in checked/);
    expect(by('repair', 'repair')).toMatch(/^The portal \(repair\) checked/);
    expect(by('console', 'console')).toMatch(/^The console checked/);
  });

  it('does not say twice who signed in', () => {
    const own = { kind: 'user', id: 'e', name: 'Emil' };
    expect(auditSentence(item('session.started', { subject: own }))).toBe('Emil signed in');
    expect(auditSentence(item('session.ended', { subject: own }))).toBe('Emil signed out');
    const stranger = { kind: 'anonymous', id: null, name: '' };
    expect(auditSentence(item('session.refused', { actor: stranger, subject: own }))).toBe(
      'Somebody who was not signed in failed to sign in as the person Emil',
    );
  });

  it('says which way it ended, and names an act that this release does not know', () => {
    const failed = { result: 'failed', code: 'render_timeout', detail: { error: 'Took too long.' } } as const;
    expect(auditWords(item('derivative.failed', failed)).note).toBe('render timeout: Took too long.');
    expect(auditSentence(item('asset.turned_around'))).toBe('Emil turned around the photo rover.jpg');
  });

  it('cuts hashes to what people compare', () => {
    const id = `${'ab'.repeat(32)}/partner/1/web`;
    const file = { kind: 'derivative', id, name: null };
    expect(auditSentence(item('derivative.downloaded', { subject: file }))).toBe(
      'Emil downloaded the file abababababab…/partner/1/web',
    );
  });
});

describe('the list of acts', () => {
  it('has no act that nothing puts on record', () => {
    const sources = ['lib', 'scripts', 'app']
      .flatMap((folder) => listFiles(folder, /\.ts$/))
      .filter((file) => !/audit-actions\.ts$|\.test\.ts$/.test(file))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    const unused = Object.keys(auditActions).filter((action) => !sources.includes(`'${action}'`));
    expect(unused).toEqual([]);
  });
});
