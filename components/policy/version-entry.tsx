import Link from 'next/link';
import type { ReactNode } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { formatPlural } from '#lib/format.ts';
import type { PolicyDecision, PolicyVersion } from '#lib/policy/list-policy-versions.ts';
import { PolicyState } from './policy-state.tsx';

interface Clock {
  now: Date;
  timeZone: string;
}

/** One version in the timeline: who wrote it, what was decided about it and why, and what can be done with it. */
export function VersionEntry({
  version,
  href,
  stateHref,
  isShown,
  clock,
  children,
}: {
  version: PolicyVersion;
  /** Where it is compared with the active one. */
  href: string;
  /** Where the state of its files and jobs is; a draft has neither. */
  stateHref: string | undefined;
  isShown: boolean;
  clock: Clock;
  /** Its buttons. */
  children?: ReactNode;
}) {
  return (
    <li
      className={classNames(
        'relative flex flex-col gap-0.5 border-l-2 py-1.5 pl-2',
        isShown ? 'border-ink' : 'border-line',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-2">
        <h3 className="voice-wide figures text-title">
          <Link
            aria-current={isShown ? 'true' : undefined}
            className="hover:underline"
            href={href}
            scroll={false}
          >
            Version {version.version}
          </Link>
        </h3>
        <PolicyState state={version.state} />
      </div>
      {version.note && <p className="text-body [overflow-wrap:anywhere]">{version.note}</p>}
      <p className="voice-label figures">
        {version.created_by ? `Written by ${version.created_by.name}` : 'Came with the portal'},{' '}
        <RelativeTime at={version.created_at} {...clock} /> ·{' '}
        {stateHref ? (
          <Link className="underline underline-offset-2 hover:text-ink" href={stateHref}>
            {formatPlural(version.files, 'file')} and their state
          </Link>
        ) : (
          formatPlural(version.files, 'file')
        )}
      </p>
      <ul className="flex flex-col">
        {version.decisions.toReversed().map((decision) => (
          <li
            className="voice-label figures [overflow-wrap:anywhere]"
            key={`${decision.kind} ${decision.at}`}
          >
            <DecisionWords clock={clock} decision={decision} version={version.version} />
          </li>
        ))}
      </ul>
      {children && <div className="mt-0.5 -ml-1.5 flex flex-wrap items-center gap-0.5">{children}</div>}
    </li>
  );
}

function DecisionWords({
  decision,
  version,
  clock,
}: {
  decision: PolicyDecision;
  version: number;
  clock: Clock;
}) {
  const { at, by, reason } = decision;
  return (
    <>
      {whatWasDecided(decision, version)}
      {by && ` by ${by.name}`}, <RelativeTime at={at} {...clock} />
      {reason && <span className="text-ink">: {reason}</span>}
    </>
  );
}

function whatWasDecided({ kind, other_version: other }: PolicyDecision, version: number): string {
  if (kind === 'suspended')
    return `Suspended, ${other === null ? 'nothing' : `version ${other}`} standing in,`;
  if (other === null) return 'Activated';
  if (other === version) return 'Suspension ended';
  return `${other > version ? 'Rolled back to' : 'Activated'} in place of version ${other}`;
}
