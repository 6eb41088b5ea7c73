import type { Permission } from '#lib/auth/permissions.ts';
import type { AuditItem } from '#lib/observe/audit-item.ts';
import { AuditRow } from './audit-row.tsx';

/** Rows of the log, newest first. */
export function AuditList({
  items,
  ...shown
}: {
  items: readonly AuditItem[];
  mayOpen: (permission: Permission) => boolean;
  now: Date;
  timeZone: string;
}) {
  if (items.length === 0) return null;
  return (
    <ol aria-label="Rows of the log" className="border-t border-ink">
      {items.map((item) => (
        <AuditRow item={item} key={item.id} {...shown} />
      ))}
    </ol>
  );
}
