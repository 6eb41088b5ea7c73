import type { Database, Trx } from '#db/client.ts';
import type { Actor, Caller } from '#lib/auth/actor.ts';

export interface AuditEntry {
  /** A verb in the past tense after its subject, such as `asset.approved`. */
  action: string;
  subjectKind: string;
  subjectId: string;
  result?: string;
  detail?: Record<string, unknown>;
}

/** Writes who did what to what. Inside a transaction it stands or falls with the change it records. */
export async function recordAudit(db: Database | Trx, caller: Caller, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      actor_id: caller.actor.kind === 'person' ? caller.actor.id : null,
      actor_kind: kindOf(caller.actor),
      action: entry.action,
      subject_kind: entry.subjectKind,
      subject_id: entry.subjectId,
      request_id: caller.requestId,
      trace_id: caller.traceId ?? null,
      result: entry.result ?? 'ok',
      detail: JSON.stringify(entry.detail ?? {}),
    })
    .execute();
}

/** A person's own hand is told from a program that holds their token. */
function kindOf(actor: Actor): string {
  if (actor.kind === 'system') return actor.name;
  return actor.kind === 'person' && actor.via === 'token' ? 'token' : actor.kind;
}
