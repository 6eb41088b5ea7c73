import Link from 'next/link';
import { Notice } from '#components/ui/notice.tsx';
import type { CatalogFormat } from '#lib/deliver/catalog-format.ts';
import { formatBytes, formatMediaType, formatPixels } from '#lib/format.ts';
import type { RequestFile } from './fetch-file.ts';
import { FormatRow } from './format-row.tsx';

/** What may be taken of one photo: a button a format, its facts on it, and why the file looks as it does. */
export function FormatList({
  photo,
  audience,
  formats,
  owner,
  ...actions
}: {
  photo: { asset_id: string; title: string };
  audience: string;
  formats: readonly CatalogFormat[];
  owner: string;
  requestFile: RequestFile;
  requestFileByForm: (form: FormData) => Promise<void>;
}) {
  return (
    <ul className="flex flex-col gap-1.5">
      {formats.map((format) =>
        format.state === 'failed' ? (
          <li className="flex flex-col gap-0.5" key={format.format}>
            <p className="text-body font-medium">{format.label}</p>
            <Notice tone="fail">{format.message}</Notice>
          </li>
        ) : (
          <FormatRow
            {...actions}
            facts={factsOf(format)}
            isUnderWay={format.state === 'queued'}
            item={{ ...photo, audience, format: format.format, label: format.label }}
            key={format.format}
            owner={owner}
            url={format.url}
          >
            {format.state === 'pending' && (
              <Notice>
                This is still the file of the policy before.{' '}
                {format.status_url
                  ? 'The new one is being made: load this page again in a moment.'
                  : 'The new one is not there yet.'}
              </Notice>
            )}
            {format.manifest_url && (
              <p className="text-caption">
                <Link
                  className="text-ink-soft underline underline-offset-2 hover:text-ink"
                  href={manifestPage(format.manifest_url)}
                  prefetch={false}
                >
                  Why this file looks as it does
                  <span className="sr-only">: {format.label}</span>
                </Link>
              </p>
            )}
          </FormatRow>
        ),
      )}
    </ul>
  );
}

function factsOf(format: CatalogFormat): string {
  const size =
    format.width && format.height
      ? formatPixels(format.width, format.height)
      : `up to ${formatPixels(format.max_width, format.max_height)}`;
  return [formatMediaType(format.media_type), size, format.bytes && formatBytes(format.bytes), format.mark]
    .filter(Boolean)
    .join(' · ');
}

/** The page beside the manifest's own address. */
function manifestPage(manifestUrl: string): string {
  return manifestUrl.replace('/api/derivatives/', '/files/').replace(/\/manifest$/, '');
}
