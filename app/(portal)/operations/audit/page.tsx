import type { Metadata } from 'next';
import Link from 'next/link';
import { AuditFilter } from '#components/operations/audit-filter.tsx';
import { AuditList } from '#components/operations/audit-list.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { DownloadIcon } from '#components/ui/icons.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { pageCaller } from '#lib/auth/page-caller.ts';
import { may } from '#lib/auth/permissions.ts';
import { formatCount } from '#lib/format.ts';
import { auditAddress } from '#lib/observe/audit-fields.ts';
import { type AuditSearch, readAuditSearch } from './read-audit-search.ts';

export const metadata: Metadata = { title: 'Audit log' };

export default async function Audit({ searchParams }: { searchParams: Promise<AuditSearch> }) {
  const { services, caller } = await pageCaller('audit.read');
  const { given, errors, items, next } = await readAuditSearch(services, caller, await searchParams);
  const { cursor, ...filters } = given;
  const isWrong = Object.keys(errors).length > 0;
  const { PORTAL_TIME_ZONE: timeZone, AUDIT_EXPORT_ROWS: exported } = services.env;
  return (
    <>
      <PageHeader
        actions={
          !isWrong &&
          items.length > 0 && (
            <a
              className={buttonClass({})}
              download
              href={auditAddress(given, '/api/audit/export')}
              title={`At most ${formatCount(exported)} rows; is put on record`}
            >
              <DownloadIcon />
              Export as CSV
            </a>
          )
        }
        lead="Who did what to what, when, and how it ended. Rows are never changed and never deleted."
        over={
          may(caller.actor, 'operations.read') && (
            <Link className="underline underline-offset-2" href="/operations">
              Operations
            </Link>
          )
        }
        title="Audit log"
      />
      <AuditFilter errors={errors} given={filters} timeZone={timeZone} />
      {errors.cursor && (
        <Notice className="mt-3" tone="fail">
          This address leads to no page of the log: search again.
        </Notice>
      )}
      <div className="pt-3" id="rows">
        {!isWrong && items.length === 0 && <Nothing filters={filters} isFurther={cursor !== undefined} />}
        <AuditList
          items={items}
          mayOpen={(permission) => may(caller.actor, permission)}
          now={new Date()}
          timeZone={timeZone}
        />
      </div>
      {(next || cursor) && (
        <nav aria-label="Pages of the log" className="flex flex-wrap gap-1 pt-3">
          {cursor && <LinkButton href={auditAddress(filters)}>Newest</LinkButton>}
          {next && (
            <LinkButton href={auditAddress({ ...filters, cursor: next })} prefetch={false}>
              Older
            </LinkButton>
          )}
        </nav>
      )}
    </>
  );
}

function Nothing({ filters, isFurther }: { filters: Record<string, string>; isFurther: boolean }) {
  if (isFurther)
    return (
      <EmptyState title="Nothing older">
        The log has no older row of this search than those before.
      </EmptyState>
    );
  if (Object.keys(filters).length === 0)
    return (
      <EmptyState title="Nothing is on record yet">
        Whatever anybody changes or downloads is written down here as it happens.
      </EmptyState>
    );
  return (
    <EmptyState
      action={<LinkButton href={auditAddress({})}>Show all</LinkButton>}
      title="Nothing on record fits this search"
    >
      {filters.person
        ? `Either nobody is or was called “${filters.person}”, or they did nothing of this. Leave a field out to see more.`
        : 'Leave a field out, or widen the time, to see more.'}
    </EmptyState>
  );
}
