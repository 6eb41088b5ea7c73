import Link from 'next/link';
import { Notice } from '#components/ui/notice.tsx';
import type { PolicyVersion } from '#lib/policy/list-policy-versions.ts';
import { ActivateButton } from './activate-button.tsx';
import type { AudiencePolicyProps } from './audience-policy.tsx';
import { MarkWarning } from './mark-warning.tsx';

/** What needs a decision: a version that was written and not activated, and a suspension. */
export function PolicyNotices({
  audience,
  versions,
  actions,
  current,
}: AudiencePolicyProps & { current: PolicyVersion | undefined }) {
  const [newest] = versions;
  const standIn = versions.find(({ version }) => version === audience.reading_version);
  return (
    <>
      {newest?.state === 'draft' && (
        <Notice
          action={
            actions && (
              <ActivateButton
                action={actions.activate}
                active={current}
                audience={audience}
                kind="primary"
                version={newest}
              />
            )
          }
        >
          Version {newest.version} is written and not active: nothing has changed for {audience.name} yet.
        </Notice>
      )}
      {current?.state === 'suspended' && (
        <Notice
          action={
            <Link
              className="underline underline-offset-2"
              href={`/policies/${audience.slug}/${current.version}`}
            >
              How far it is
            </Link>
          }
          tone="warn"
        >
          Version {current.version} is suspended.{' '}
          {audience.reading_version === null
            ? `Nothing stands in for it: ${audience.name} can download nothing until a version is activated.`
            : `Version ${audience.reading_version} stands in for it.`}
        </Notice>
      )}
      {current?.state === 'suspended' && standIn && <MarkWarning from={current} to={standIn} />}
    </>
  );
}
