import Link from 'next/link';
import { ApprovalSection } from '#components/asset/approval-section.tsx';
import { ExifList } from '#components/asset/exif-list.tsx';
import { FactsList } from '#components/asset/facts-list.tsx';
import { Timeline } from '#components/asset/timeline.tsx';
import { VersionStrip } from '#components/asset/version-strip.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { publicAudience } from '#lib/auth/actor.ts';
import type { Permission } from '#lib/auth/permissions.ts';
import type { MasterFacts } from '#lib/ingest/facts.ts';
import { auditAddress } from '#lib/observe/audit-fields.ts';
import type { AssetDetail } from '#lib/review/get-asset-detail.ts';
import type { AssetPage } from '../../read-asset-page.ts';
import { approveByForm, withdrawByForm } from './asset-actions.ts';

/** Beside the photo: who has it, and what is known of its bytes. */
export function ReadyFacts({
  asset,
  page: { version, policies, now },
  allowed,
  timeZone,
}: {
  asset: AssetDetail;
  page: AssetPage;
  allowed: (permission: Permission) => boolean;
  timeZone: string;
}) {
  if (!version) return null;
  const isNewest = version === asset.versions.at(-1);
  return (
    <>
      <ApprovalSection
        approve={approveByForm}
        asset={asset}
        audiences={policies.map(({ audience }) => ({
          ...audience,
          isOpen: audience.slug === publicAudience,
        }))}
        mayApprove={allowed('asset.approve') && !asset.binned_at}
        now={now}
        timeZone={timeZone}
        version={version.number}
        withdraw={withdrawByForm}
      />
      <section aria-labelledby="facts-title">
        <h2 className="voice-wide mb-1 text-title" id="facts-title">
          Facts
        </h2>
        <FactsList
          facts={isNewest ? (asset.facts as MasterFacts | null) : null}
          filename={asset.filename}
          version={version}
        />
        {asset.exif && isNewest && (
          <div className="mt-1">
            <ExifList exif={asset.exif} />
          </div>
        )}
      </section>
    </>
  );
}

/** Its versions, and who did what to it. */
export function HistorySections({
  asset,
  page: { version, policies, now },
  mayAudit,
  timeZone,
}: {
  asset: AssetDetail;
  page: AssetPage;
  mayAudit: boolean;
  timeZone: string;
}) {
  const audienceName = (slug: string) =>
    policies.find(({ audience }) => audience.slug === slug)?.audience.name ?? slug;
  return (
    <div
      className={classNames(
        'mt-3 grid min-w-0 content-start gap-x-3 gap-y-4',
        version && 'xl:grid-cols-[auto_minmax(0,1fr)]',
      )}
    >
      {version && (
        <section aria-labelledby="versions-title" className="min-w-0">
          <h2 className="voice-wide mb-1 text-title" id="versions-title">
            Versions
          </h2>
          <VersionStrip
            addressOf={(number) => `/library/${asset.asset_id}?version=${number}`}
            approved={asset.approval?.version ?? null}
            current={version.number}
            now={now}
            thumbnailUrl={asset.thumbnail_url}
            timeZone={timeZone}
            versions={asset.versions}
          />
        </section>
      )}
      <section aria-labelledby="timeline-title" className="min-w-0">
        <h2 className="voice-wide mb-1 text-title" id="timeline-title">
          Timeline
        </h2>
        <Timeline audienceName={audienceName} entries={asset.timeline} now={now} timeZone={timeZone} />
        {mayAudit && (
          <p className="pt-1 text-small">
            <Link
              className="underline underline-offset-2 pointer-coarse:inline-flex pointer-coarse:min-h-[44px] pointer-coarse:items-center"
              href={auditAddress({ subject: asset.asset_id })}
              prefetch={false}
            >
              All of it in the audit log, its files too
            </Link>
          </p>
        )}
      </section>
    </div>
  );
}
