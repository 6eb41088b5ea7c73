import type { PreviewPhoto } from '#components/policy/preview-photo.ts';
import type { ActivePolicy } from '#lib/policy/get-active-policies.ts';
import type { StandingApproval } from '#lib/review/asset-summary.ts';
import type { AssetFile } from '#lib/review/list-asset-files.ts';
import { AudienceColumn } from './audience-column.tsx';

/** Below the photo: what each audience gets of it. */
export function AudiencesSection({
  approval,
  version,
  photo,
  policies,
  files,
  mayPreview,
  productId,
}: {
  approval: StandingApproval | null;
  /** The one that is looked at. */
  version: number;
  photo: PreviewPhoto;
  policies: readonly ActivePolicy[];
  /** Of the approved version. */
  files: readonly AssetFile[];
  mayPreview: boolean;
  /** Where the photo stands in catalogs; left out where it stands in none yet. */
  productId?: string;
}) {
  const isShownApproved = approval?.version === version;
  return (
    <section aria-labelledby="audiences-title" className="mt-3 min-w-0">
      <h2 className="voice-wide mb-2 text-heading" id="audiences-title">
        What each audience gets
      </h2>
      <div className="grid gap-x-3 gap-y-5 sm:grid-cols-2 xl:grid-cols-4">
        {policies.map((policy) => (
          <AudienceColumn
            files={isShownApproved ? files.filter(({ audience }) => audience === policy.audience.slug) : []}
            isApproved={isShownApproved && approval.audiences.includes(policy.audience.slug)}
            key={policy.audience.slug}
            catalogAddress={
              productId && `/catalog/${productId}?audience=${policy.audience.slug}&photo=${photo.asset_id}`
            }
            mayPreview={mayPreview}
            photo={photo}
            policy={policy}
          />
        ))}
      </div>
    </section>
  );
}
