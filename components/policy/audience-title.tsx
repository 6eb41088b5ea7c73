import Link from 'next/link';
import { audienceLook } from '#components/ui/audience-look.ts';
import { ArrowLeftIcon, PlusIcon } from '#components/ui/icons.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { formatPlural } from '#lib/format.ts';
import type { AudienceSummary } from '#lib/policy/list-audiences.ts';

export function AudienceTitle({
  audience,
  mayWrite,
  hasDraft,
}: {
  audience: AudienceSummary;
  mayWrite: boolean;
  /** Then to activate it is the page's first deed, and to write another is not. */
  hasDraft: boolean;
}) {
  const { style, Icon } = audienceLook(audience);
  const given =
    audience.reading_version === null
      ? 'nothing is given out'
      : `version ${audience.reading_version} is given, ${formatPlural(audience.files, 'file')} published`;
  return (
    <PageHeader
      actions={
        mayWrite && (
          <LinkButton href={`/policies/${audience.slug}/new`} kind={hasDraft ? 'secondary' : 'primary'}>
            <PlusIcon />
            Write a new version
          </LinkButton>
        )
      }
      lead={
        <span className="figures">
          <span className="inline-block first-letter:uppercase">{audience.purpose}</span>; {given}.
        </span>
      }
      over={
        <Link className="inline-flex items-center gap-0.5 hover:text-ink" href="/policies">
          <ArrowLeftIcon />
          Policies
        </Link>
      }
      title={
        <span className="flex items-center gap-1.5" style={style}>
          <Icon className="audience-ink shrink-0" size={40} />
          {audience.name}
        </span>
      }
    />
  );
}
