import type { FormAction } from '#components/ui/use-form-action.ts';
import type { PolicyProgress } from '#lib/policy/get-policy-progress.ts';
import type { AudienceSummary } from '#lib/policy/list-audiences.ts';
import type { PolicyVersion } from '#lib/policy/list-policy-versions.ts';
import { AudienceTitle } from './audience-title.tsx';
import { choosePhoto } from './choose-photo.ts';
import { chooseVersions } from './choose-versions.ts';
import { type ComparisonSearch, comparisonAddress } from './comparison-address.ts';
import { ComparisonPanel } from './comparison-panel.tsx';
import { PolicyNotices } from './policy-notices.tsx';
import type { PickablePhoto } from './preview-photo.ts';
import { RunningChange } from './running-change.tsx';
import { VersionActions } from './version-actions.tsx';
import { VersionEntry } from './version-entry.tsx';

export interface PolicyActions {
  activate: FormAction<unknown>;
  suspend: FormAction<unknown>;
}

export interface AudiencePolicyProps {
  audience: AudienceSummary;
  /** Newest first. */
  versions: readonly PolicyVersion[];
  /** Of the version that is read. */
  progress: PolicyProgress | undefined;
  photos: readonly PickablePhoto[];
  search: ComparisonSearch;
  clock: { now: Date; timeZone: string };
  /** Absent for those who may look only. */
  actions: PolicyActions | undefined;
}

/** An audience's versions in time, beside what any two of them differ in. */
export function AudiencePolicy(props: AudiencePolicyProps) {
  const { audience, versions, progress, photos, search, clock, actions } = props;
  const { before, after } = chooseVersions(versions, search);
  const photo = choosePhoto(photos, search.photo);
  const current = versions.find(({ is_current }) => is_current);
  const hrefOf = (version: PolicyVersion) => {
    const from = version === current ? undefined : current?.version;
    return comparisonAddress(audience.slug, { from, to: version.version, photo: search.photo });
  };
  return (
    <>
      <AudienceTitle
        audience={audience}
        hasDraft={versions[0]?.state === 'draft'}
        mayWrite={actions !== undefined}
      />
      <div className="mb-4 flex flex-col gap-2 empty:hidden">
        <PolicyNotices {...props} current={current} />
        {progress && <RunningChange clock={clock} progress={progress} />}
      </div>
      <div className="grid gap-x-6 gap-y-5 lg:grid-cols-[minmax(18rem,24rem)_minmax(0,1fr)]">
        <section aria-labelledby="versions">
          <h2 className="voice-label mb-1 outline-none" id="versions" tabIndex={-1}>
            Versions
          </h2>
          <ol className="flex flex-col gap-1">
            {versions.map((version) => (
              <VersionEntry
                clock={clock}
                href={hrefOf(version)}
                stateHref={
                  version.state === 'draft' ? undefined : `/policies/${audience.slug}/${version.version}`
                }
                isShown={version === after}
                key={version.version}
                version={version}
              >
                {actions && (
                  <VersionActions {...props} actions={actions} current={current} version={version} />
                )}
              </VersionEntry>
            ))}
          </ol>
        </section>
        {after && (
          <ComparisonPanel
            after={after}
            audience={audience}
            before={before}
            photo={photo}
            photos={photos}
            versions={versions}
          />
        )}
      </div>
    </>
  );
}
