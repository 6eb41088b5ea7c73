import type { FormAction } from '#components/ui/use-form-action.ts';
import { diffPolicies } from '#lib/policy/diff-policies.ts';
import { explainActivation } from '#lib/policy/explain-activation.ts';
import type { PolicyReach } from '#lib/policy/list-policy-reach.ts';
import type { PolicyVersion } from '#lib/policy/list-policy-versions.ts';
import { DecisionDialog } from './decision-dialog.tsx';

const mostChanges = 6;

/** Activates a version, or rolls back to it, once it has been said what that does. */
export function ActivateButton({
  audience,
  version,
  active,
  reach,
  action,
  kind,
  size,
}: {
  audience: { slug: string; name: string };
  version: PolicyVersion;
  /** The version of the last activation, suspended or not. */
  active: PolicyVersion | undefined;
  reach: PolicyReach;
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
  const effects = explainActivation({
    audience: audience.name,
    version: version.version,
    active: active?.version ?? null,
    contracts: version.contracts,
    photos: reach.photos,
    promised: reach.promised,
    made: reach.made,
  });
  return (
    <DecisionDialog
      action={action}
      busyLabel={isRollback ? 'Rolling back…' : 'Activating…'}
      kind={kind}
      focusAfter="versions"
      label={label}
      size={size}
      title={`${label} for ${audience.name}`}
      values={{
        audience: audience.slug,
        policy_version: version.version,
        expected_active: active?.version ?? '',
      }}
    >
      <ul className="figures flex flex-col gap-1 text-body">
        {effects.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
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
