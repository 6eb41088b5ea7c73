import type { AuditResult } from '#lib/lifecycle.ts';

/** A row of the audit log as those read it who may. */
export interface AuditItem {
  id: number;
  at: string;
  /** `person`, `token` for a program that holds their token, `anonymous`, or the part of the portal. */
  actor: { kind: string; id: string | null; name: string };
  action: string;
  /** `name`: what it is called today, where it is called something. */
  subject: { kind: string; id: string; name: string | null };
  request_id: string | null;
  trace_id: string | null;
  result: AuditResult;
  code: string | null;
  detail: Record<string, unknown>;
}
