import type { Caller } from '#lib/auth/actor.ts';
import type { Services } from '#lib/services.ts';
import { recordAudit } from './audit.ts';
import { type AuditFields, auditAddress } from './audit-fields.ts';
import type { AuditItem } from './audit-item.ts';
import { auditSentence } from './audit-words.ts';
import { csvRecord } from './csv.ts';
import { searchAudit } from './search-audit.ts';

const columns = [
  'at',
  'actor',
  'actor_kind',
  'actor_id',
  'action',
  'subject_kind',
  'subject_id',
  'subject',
  'result',
  'code',
  'request_id',
  'trace_id',
  'sentence',
  'detail',
];

/** Rows of one statement: enough that its cost is spread, few enough that the first bytes come at once. */
const rowsAtOnce = 1000;

/**
 * What a search finds as CSV, read as fast as it is taken and never held whole: at most `AUDIT_EXPORT_ROWS`, and a last
 * line that says so where there are more. That it was taken is on record before its first byte.
 */
export async function exportAudit(
  { db, env }: Pick<Services, 'db' | 'env'>,
  caller: Caller,
  fields: AuditFields,
): Promise<ReadableStream<Uint8Array>> {
  let left = env.AUDIT_EXPORT_ROWS;
  const readPage = (cursor: string | undefined) =>
    searchAudit({ db, env }, caller, { ...fields, cursor, limit: Math.min(rowsAtOnce, left) });
  let page = await readPage(fields.cursor);
  await recordAudit(db, caller, {
    action: 'audit.exported',
    subjectKind: 'audit',
    subjectId: auditAddress(fields, '').slice(0, 500) || 'all',
  });
  const encoder = new TextEncoder();
  // The mark in front makes spreadsheets read names as UTF-8.
  let text = `\uFEFF${csvRecord(columns)}`;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        text += page.items.map(recordOf).join('');
        left -= page.items.length;
        const next = page.next_cursor;
        if (next && left === 0) text += csvRecord([cutOff(env.AUDIT_EXPORT_ROWS, page.items.at(-1))]);
        controller.enqueue(encoder.encode(text));
        text = '';
        if (next && left > 0) page = await readPage(next);
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

function cutOff(rows: number, last: AuditItem | undefined): string {
  return `Cut off after ${rows} rows: what is older than ${last?.at} is not in here.`;
}

function recordOf(item: AuditItem): string {
  const { at, actor, action, subject, result, code, request_id, trace_id, detail } = item;
  return csvRecord([
    at,
    actor.name,
    actor.kind,
    actor.id,
    action,
    subject.kind,
    subject.id,
    subject.name,
    result,
    code,
    request_id,
    trace_id,
    auditSentence(item),
    JSON.stringify(detail),
  ]);
}
