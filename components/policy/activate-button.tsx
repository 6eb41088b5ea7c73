import type { FormAction } from '#components/ui/use-form-action.ts';
import { diffPolicies } from '#lib/policy/diff-policies.ts';
import type { PolicyVersion } from '#lib/policy/list-policy-versions.ts';
import { ActivationImpact } from './activation-impact.tsx';
import { DecisionDialog } from './decision-dialog.tsx';

const mostChanges = 6;

/** Activates a version, or rolls back to it, once it has been said what that does. */
export function ActivateButton({
  audience,
  version,
  active,
  action,
  kind,
  size,
}: {
  audience: { slug: string; name: string };
  version: PolicyVersion;
  /** The version of the last activation, suspended or not. */
  active: PolicyVersion | undefined;
  action: FormAction<unknown>;
  kind?: 'primary' | 'secondary' | 'quiet';
  size?: 'regular' | 'small';
}) {
  const isRollback = active !== undefined && version.version < active.version;
  const label = isRollback
    ? `Roll back to version ${version.version}`
    : `Activate version ${version.version}`;
  const changes =
    active && active.version !== version.version ? diffPolicies(active.contracts, version.contracts) : [];
  return (
    <DecisionDialog
      action={action}
      busyLabel={isRollback ? 'Rolling back…' : 'Activating…'}
      focusAfter="versions"
      kind={kind}
      label={label}
      size={size}
      title={`${label} for ${audience.name}`}
      values={{
        audience: audience.slug,
        policy_version: version.version,
        expected_active: active?.version ?? '',
      }}
    >
      <ActivationImpact audience={audience} version={version.version} />
      {changes.length > 0 && (
        <div className="text-small text-ink-soft">
          <p className="voice-label">What changes</p>
          <ul className="[overflow-wrap:anywhere]">
            {changes.slice(0, mostChanges).map(({ sentence }) => (
              <li key={sentence}>{sentence}</li>
            ))}
            {changes.length > mostChanges && <li>and {changes.length - mostChanges} more.</li>}
          </ul>
        </div>
      )}
    </DecisionDialog>
  );
}
