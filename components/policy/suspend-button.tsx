import type { ReactNode } from 'react';
import type { FormAction } from '#components/ui/use-form-action.ts';
import { formatPlural } from '#lib/format.ts';
import type { PolicyVersion } from '#lib/policy/list-policy-versions.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { MarkWarning } from './mark-warning.tsx';

/** Takes a version out of use. What stands in for it is chosen, never assumed. */
export function SuspendButton({
  audience,
  version,
  versions,
  action,
}: {
  audience: { slug: string; name: string };
  version: PolicyVersion;
  versions: readonly PolicyVersion[];
  action: FormAction<unknown>;
}) {
  const fallbacks = versions.filter(
    (each) => each.version !== version.version && (each.state === 'active' || each.state === 'superseded'),
  );
  return (
    <DecisionDialog
      action={action}
      busyLabel="Suspending…"
      doKind="danger"
      kind="quiet"
      focusAfter="versions"
      label={`Suspend version ${version.version}`}
      title={`Suspend version ${version.version} for ${audience.name}`}
      values={{ audience: audience.slug, policy_version: version.version }}
    >
      <p>
        {version.is_current
          ? `${audience.name} are given no file of version ${version.version} from now on, and none is made any more.`
          : `Files of version ${version.version} stand in for nothing any more.`}{' '}
        Links that are out end within a minute. Activating the version again ends the suspension.
      </p>
      <fieldset className="flex flex-col gap-0.5">
        <legend className="mb-0.5 text-small font-medium">What stands in for it</legend>
        {fallbacks.map((each) => (
          <Choice key={each.version} value={each.version}>
            Version {each.version}
            <span className="voice-label figures block">
              {[formatPlural(each.files, 'file'), each.note].filter(Boolean).join(' · ')}
            </span>
            <MarkWarning from={version} to={each} />
          </Choice>
        ))}
        <Choice value="">
          Nothing
          <span className="voice-label block">
            {audience.name} can download nothing until a version is activated: the portal tells them that the
            policy is suspended.
          </span>
        </Choice>
      </fieldset>
    </DecisionDialog>
  );
}

function Choice({ value, children }: { value: number | ''; children: ReactNode }) {
  return (
    <label className="flex items-start gap-1 rounded-control border border-line px-1.5 py-1 text-small has-checked:border-ink has-checked:bg-hover">
      <input className="mt-[3px] accent-ink" name="fallback" required type="radio" value={value} />
      <span className="min-w-0">{children}</span>
    </label>
  );
}
