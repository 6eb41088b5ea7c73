import type { Database, Trx } from '#db/client.ts';
import type { Actor, Caller } from '#lib/auth/actor.ts';
import type { AuditResult } from '#lib/lifecycle.ts';
import type { AuditAction } from './audit-actions.ts';

export interface AuditEntry {
  action: AuditAction;
  subjectKind: string;
  subjectId: string;
  /** Left out: it was done. */
  result?: AuditResult;
  /** Which way it ended, in a word, where the result does not say it all: a failure's code, why a file was retired. */
  code?: string | undefined;
  detail?: Record<string, unknown>;
}

/**
 * Writes who did what to what. Inside a transaction it stands or falls with the change it records. Rows stay for ever:
 * the database refuses to change or delete them.
 */
export async function recordAudit(db: Database | Trx, caller: Caller, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      actor_id: caller.actor.kind === 'person' ? caller.actor.id : null,
      actor_kind: kindOf(caller.actor),
      actor_name: caller.actor.kind === 'anonymous' ? '' : caller.actor.name,
      action: entry.action,
      subject_kind: entry.subjectKind,
      subject_id: entry.subjectId,
      request_id: caller.requestId,
      trace_id: caller.traceId ?? null,
      result: entry.result ?? 'done',
      code: entry.code ?? null,
      detail: JSON.stringify(entry.detail ?? {}),
    })
    .execute();
}

/** A person's own hand is told from a program that holds their token. */
function kindOf(actor: Actor): string {
  if (actor.kind === 'system') return actor.name;
  return actor.kind === 'person' && actor.via === 'token' ? 'token' : actor.kind;
}
