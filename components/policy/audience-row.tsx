import Link from 'next/link';
import { audienceLook } from '#components/ui/audience-look.ts';
import { StatusDot } from '#components/ui/status-dot.tsx';
import { formatPlural } from '#lib/format.ts';
import type { AudienceSummary } from '#lib/policy/list-audiences.ts';
import { FormatLine } from './format-line.tsx';
import { PreviewImage } from './preview-image.tsx';
import type { PreviewPhoto } from './preview-photo.ts';

/** One audience: what its files look like by now, by which version, and whether all of them are there. */
export function AudienceRow({
  audience,
  photo,
}: {
  audience: AudienceSummary;
  photo?: PreviewPhoto | undefined;
}) {
  const { style, Icon } = audienceLook(audience);
  const thumb = audience.contracts.find(({ format }) => format === 'thumb');
  const formats = audience.contracts.filter(({ format }) => format !== 'thumb');
  return (
    <li
      className="relative grid grid-cols-[8rem_minmax(0,1fr)] items-start gap-x-2 gap-y-1 border-t border-line py-3 first:border-ink hover:bg-hover md:grid-cols-[14rem_minmax(0,1fr)] md:gap-x-4 lg:grid-cols-[16rem_minmax(0,16rem)_minmax(0,1fr)_13rem]"
      style={style}
    >
      <div className="row-span-3 lg:row-span-1">
        {photo && thumb ? (
          <PreviewImage audience={audience} contract={thumb} photo={photo} />
        ) : (
          <div className="audience-tint audience-ink flex aspect-[3/2] items-center justify-center">
            <Icon size={32} />
          </div>
        )}
      </div>
      <div className="min-w-0">
        <h2 className="voice-wide text-heading">
          <Link
            className="flex items-center gap-1 after:absolute after:inset-0"
            href={`/policies/${audience.slug}`}
          >
            <Icon className="audience-ink shrink-0" size={24} />
            <span className="min-w-0 [overflow-wrap:anywhere]">{audience.name}</span>
          </Link>
        </h2>
        <p className="voice-label mt-0.5 first-letter:uppercase">{audience.purpose}</p>
        <p className="figures mt-1">
          <VersionState audience={audience} />
        </p>
      </div>
      <ul className="flex min-w-0 flex-col gap-0.5">
        {formats.map((contract) => (
          <li key={contract.format}>
            <FormatLine contract={contract} />
          </li>
        ))}
        {formats.length === 0 && <li className="text-small text-ink-soft">Nothing is given out.</li>}
      </ul>
      <div className="flex flex-wrap gap-x-2 gap-y-0.5 lg:flex-col">
        <p className="figures text-small">{formatPlural(audience.files, 'file')} published</p>
        <Health audience={audience} />
      </div>
    </li>
  );
}

function VersionState({ audience }: { audience: AudienceSummary }) {
  const { state, active_version, reading_version, versions } = audience;
  if (state === 'none') return <StatusDot tone="idle">No version is active</StatusDot>;
  if (state === 'active') {
    return (
      <StatusDot tone="ok">
        Version {active_version} of {versions}
      </StatusDot>
    );
  }
  return (
    <StatusDot tone="warn">
      Version {active_version} suspended
      {reading_version === null ? '' : `, ${reading_version} stands in`}
    </StatusDot>
  );
}

function Health({ audience: { queued, failed, reading_version } }: { audience: AudienceSummary }) {
  if (reading_version === null) return <StatusDot tone="idle">Nothing to make</StatusDot>;
  return (
    <>
      {failed > 0 && (
        <StatusDot className="figures" tone="fail">
          {formatPlural(failed, 'file')} could not be made
        </StatusDot>
      )}
      {queued > 0 && (
        <StatusDot className="figures" tone="busy">
          {formatPlural(queued, 'file')} being made
        </StatusDot>
      )}
      {failed + queued === 0 && <StatusDot tone="ok">Nothing waits</StatusDot>}
    </>
  );
}
