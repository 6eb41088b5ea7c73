import Link from 'next/link';
import { boxOf } from '#components/policy/format-line.tsx';
import { PreviewImage } from '#components/policy/preview-image.tsx';
import { outputRatio, type PreviewPhoto } from '#components/policy/preview-photo.ts';
import { audienceLook } from '#components/ui/audience-look.ts';
import { Notice } from '#components/ui/notice.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { formatMediaType } from '#lib/format.ts';
import { explainMark } from '#lib/policy/explain-policy.ts';
import type { ActivePolicy } from '#lib/policy/get-active-policies.ts';
import type { OutputContract } from '#lib/policy/output-contract.ts';
import type { AssetFile } from '#lib/review/list-asset-files.ts';
import { FileState } from './file-state.tsx';
import { NearView } from './near-view.tsx';

/** What one audience gets of a photo: each contract of its policy as the very file it makes. */
export function AudienceColumn({
  policy,
  photo,
  files,
  isApproved,
  mayPreview,
  catalogAddress,
}: {
  policy: ActivePolicy;
  photo: PreviewPhoto;
  /** Those of this audience; empty while it is not approved for it. */
  files: readonly AssetFile[];
  isApproved: boolean;
  mayPreview: boolean;
  /** The photo as the audience sees it in its catalog, once that may be. */
  catalogAddress?: string | undefined;
}) {
  const { audience, contracts, policy_version } = policy;
  const { Icon, style } = audienceLook(audience);
  // The small picture of the grids comes last: nobody downloads it.
  const shown = contracts.toSorted(
    (left, right) => Number(left.format === 'thumb') - Number(right.format === 'thumb'),
  );
  return (
    <section aria-labelledby={`audience-${audience.slug}`} className="min-w-0" style={style}>
      <header className="audience-line border-t-2 pt-1 pb-2">
        <h3
          className="audience-ink flex items-center gap-0.5 text-body font-semibold"
          id={`audience-${audience.slug}`}
        >
          <Icon size={18} />
          {audience.name}
        </h3>
        <p className="voice-label">
          {audience.purpose}
          {policy_version !== null && <> · policy {policy_version}</>} ·{' '}
          {isApproved ? 'approved' : 'not approved'}
          {isApproved && catalogAddress && (
            <>
              {' · '}
              <Link className="underline underline-offset-2" href={catalogAddress} prefetch={false}>
                View as {audience.name}
              </Link>
            </>
          )}
        </p>
      </header>
      {contracts.length === 0 ? (
        <Notice tone="warn">
          Nothing is given out here at the moment: no policy version is active.{' '}
          <Link className="underline" href={`/policies/${audience.slug}`}>
            Look at its policy
          </Link>
        </Notice>
      ) : (
        <ul className="flex flex-col gap-3">
          {shown.map((contract) => (
            <li key={contract.format}>
              <p className="mb-0.5 text-small font-medium">
                {contract.label}
                {contract.render === 'on_demand' && <span className="voice-label"> · on request</span>}
              </p>
              <Rendering
                audience={audience}
                contract={contract}
                file={files.find(({ format }) => format === contract.format)}
                mayPreview={mayPreview}
                photo={photo}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Rendering({
  audience,
  contract,
  photo,
  file,
  mayPreview,
}: {
  audience: ActivePolicy['audience'];
  contract: OutputContract;
  photo: PreviewPhoto;
  file: AssetFile | undefined;
  mayPreview: boolean;
}) {
  const facts = (
    <>
      <span>{markWords(contract)}</span>
      {file && <FileState file={file} />}
    </>
  );
  if (!mayPreview)
    return (
      <div className="flex flex-col text-small">
        {facts}
        <span className="voice-label figures">
          {formatMediaType(contract.media_type)}, up to {boxOf(contract)}
        </span>
      </div>
    );
  const ratio = outputRatio(photo, contract);
  // Shapes far from a screen's would push everything else away.
  const className = ratio < 0.75 ? 'max-w-[12rem]' : contract.format === 'thumb' ? 'max-w-[10rem]' : '';
  return (
    <NearView placeholder={<Skeleton className={className} ratio={ratio} />}>
      <PreviewImage
        audience={audience}
        className={className}
        contract={contract}
        facts={facts}
        photo={photo}
      />
    </NearView>
  );
}

function markWords(contract: OutputContract): string {
  const words = explainMark(contract);
  return `${words[0]?.toUpperCase()}${words.slice(1)}`;
}
