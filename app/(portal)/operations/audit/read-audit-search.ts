import type { Caller } from '#lib/auth/actor.ts';
import { Problem } from '#lib/errors.ts';
import { auditFields } from '#lib/observe/audit-fields.ts';
import type { AuditItem } from '#lib/observe/audit-item.ts';
import { searchAudit } from '#lib/observe/search-audit.ts';
import { parseInput } from '#lib/parse-input.ts';
import type { Services } from '#lib/services.ts';

export type AuditSearch = Record<string, string | string[] | undefined>;

export interface AuditPageData {
  /** As the address has them, right or wrong, so that a form shows what was asked. */
  given: Record<string, string>;
  /** By field; that of `cursor` is about the address as a whole. */
  errors: Record<string, string>;
  items: AuditItem[];
  next: string | null;
}

/** What the address asks of the log: rows, or what is wrong with which field. Names that mean nothing here are passed over. */
export async function readAuditSearch(
  services: Services,
  caller: Caller,
  search: AuditSearch,
): Promise<AuditPageData> {
  const given = Object.fromEntries(
    Object.keys(auditFields.shape).flatMap((name) => {
      const [value] = [search[name] ?? []].flat();
      return value ? [[name, value]] : [];
    }),
  );
  const nothing = { given, items: [], next: null };
  const fields = parseInput(auditFields, given);
  if (!fields.success) return { ...nothing, errors: errorsOf(fields.error.issues) };
  try {
    const { items, next_cursor } = await searchAudit(services, caller, fields.data);
    return { given, errors: {}, items, next: next_cursor };
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'invalid_request') throw error;
    const issues = (error.details.issues ?? [{ path: 'cursor', message: error.message }]) as Issue[];
    return { ...nothing, errors: errorsOf(issues) };
  }
}

interface Issue {
  path: PropertyKey[] | string;
  message: string;
}

function errorsOf(issues: readonly Issue[]): Record<string, string> {
  return Object.fromEntries(issues.map(({ path, message }) => [[path].flat().join('.'), message]));
}
