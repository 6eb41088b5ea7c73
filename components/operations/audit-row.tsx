import Link from 'next/link';
import type { ReactNode } from 'react';
import { StatusDot } from '#components/ui/status-dot.tsx';
import type { Permission } from '#lib/auth/permissions.ts';
import { formatPreciseTime, formatRelativeTime } from '#lib/format.ts';
import type { AuditResult } from '#lib/lifecycle.ts';
import { auditAddress } from '#lib/observe/audit-fields.ts';
import type { AuditItem } from '#lib/observe/audit-item.ts';
import { subjectPage } from '#lib/observe/audit-subject.ts';
import { auditWords } from '#lib/observe/audit-words.ts';

const results = {
  done: { tone: 'ok', word: 'Done' },
  refused: { tone: 'warn', word: 'Refused' },
  failed: { tone: 'fail', word: 'Failed' },
} as const satisfies Record<AuditResult, object>;

/** One row as a sentence, with the ways on: to what it was done to, and to all that came of the same request. */
export function AuditRow({
  item,
  mayOpen,
  now,
  timeZone,
}: {
  item: AuditItem;
  mayOpen: (permission: Permission) => boolean;
  now: Date;
  timeZone: string;
}) {
  const at = new Date(item.at);
  const { tone, word } = results[item.result];
  const { note } = auditWords(item);
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-0.5 border-b border-line py-1.5 text-small md:grid-cols-[13rem_minmax(0,1fr)_6rem]">
      <time className="voice-label" dateTime={item.at} title={formatRelativeTime(at, now)}>
        {formatPreciseTime(at, timeZone)}
      </time>
      <StatusDot className="self-start md:order-last md:justify-self-end" tone={tone}>
        {word}
      </StatusDot>
      <div className="col-span-2 min-w-0 md:col-span-1">
        <p className="[overflow-wrap:anywhere]">
          <Sentence item={item} mayOpen={mayOpen} />
        </p>
        {note && <p className="text-ink-soft [overflow-wrap:anywhere]">{note}</p>}
        <details className="mt-0.5">
          <summary className="voice-label w-fit cursor-pointer py-0.5 pointer-coarse:py-1.5">
            The whole row
          </summary>
          <WholeRow item={item} />
        </details>
      </div>
    </li>
  );
}

function Sentence({ item, mayOpen }: { item: AuditItem; mayOpen: (permission: Permission) => boolean }) {
  const { who, what, subject } = auditWords(item);
  const page = subjectPage(item.subject, item.detail);
  return (
    <>
      <strong className="font-medium">{who}</strong> {what[0]}{' '}
      {subject &&
        (page && mayOpen(page.permission) ? (
          <Link
            className="font-medium underline underline-offset-2 pointer-coarse:py-1.5"
            href={page.href}
            prefetch={false}
          >
            {subject}
          </Link>
        ) : (
          <span className="font-medium">{subject}</span>
        ))}
      {what[1]}
    </>
  );
}

function WholeRow({ item }: { item: AuditItem }) {
  const { id, action, actor, subject, request_id, trace_id, code, detail } = item;
  const narrowed: [name: string, value: string | null, filter: Parameters<typeof auditAddress>[0]][] = [
    ['Action', action, { action }],
    ['Done to', `${subject.kind} ${subject.id}`, { subject: subject.id }],
    ['Request', request_id, { request_id: request_id ?? undefined }],
    ['Trace', trace_id, { trace_id: trace_id ?? undefined }],
  ];
  return (
    <div className="mt-0.5 bg-sunken p-1">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-0.5 text-caption">
        <Fact name="Row">{id}</Fact>
        <Fact name="Done by">{[actor.kind, actor.name, actor.id].filter(Boolean).join(', ')}</Fact>
        {narrowed.map(
          ([name, value, filter]) =>
            value && (
              <Fact key={name} name={name}>
                <Link
                  className="underline underline-offset-2 pointer-coarse:inline-block pointer-coarse:py-1.5"
                  href={auditAddress(filter)}
                  prefetch={false}
                >
                  {value}
                </Link>
              </Fact>
            ),
        )}
        {code && <Fact name="Code">{code}</Fact>}
      </dl>
      {Object.keys(detail).length > 0 && (
        <pre className="mt-0.5 font-mono text-caption [overflow-wrap:anywhere] whitespace-pre-wrap">
          {JSON.stringify(detail, null, 2)}
        </pre>
      )}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="voice-label">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
