import { LinkButton } from '#components/ui/link-button.tsx';
import type { PolicyVersion } from '#lib/policy/list-policy-versions.ts';
import { ActivateButton } from './activate-button.tsx';
import type { AudiencePolicyProps, PolicyActions } from './audience-policy.tsx';
import { SuspendButton } from './suspend-button.tsx';

/** What can be done with one version: activate it or roll back to it, and suspend it once it was active. */
export function VersionActions({
  audience,
  versions,
  actions,
  current,
  version,
}: Omit<AudiencePolicyProps, 'actions'> & {
  actions: PolicyActions;
  current: PolicyVersion | undefined;
  version: PolicyVersion;
}) {
  // The newest draft has its button in the notice above.
  const isOffered = version === versions[0] && version.state === 'draft';
  return (
    <>
      {version.state !== 'active' && !isOffered && (
        <ActivateButton
          action={actions.activate}
          active={current}
          audience={audience}
          kind="quiet"
          version={version}
        />
      )}
      {(version.state === 'active' || version.state === 'superseded') && (
        <SuspendButton action={actions.suspend} audience={audience} version={version} versions={versions} />
      )}
      {version !== current && version !== versions[0] && (
        <LinkButton href={`/policies/${audience.slug}/new?from=${version.version}`} kind="quiet" size="small">
          Write a new one from it
        </LinkButton>
      )}
    </>
  );
}
