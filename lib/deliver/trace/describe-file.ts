import type { TracedFileRow } from '#db/queries/traces.ts';
import { derivativeName } from '#lib/policy/derivative-job.ts';
import { derivativePaths } from '../derivative-paths.ts';
import type { TracedFile, TracedPhoto } from './answer.ts';

/** A published file as the answer shows it. Pure. */
export function describeFile(row: TracedFileRow, assetId: string | undefined): TracedFile {
  const { audience, source_hash, policy_version, format } = row;
  const name = derivativeName(row);
  const paths = derivativePaths(row, assetId ?? '');
  const { decision } = row.manifest as { decision?: string[] };
  return {
    name,
    source_hash,
    audience: { slug: audience, name: row.audience_name, icon: row.audience_icon, hue: row.audience_hue },
    policy_version,
    state: stateOf(row),
    format,
    media_type: row.media_type,
    width: row.width,
    height: row.height,
    bytes: row.byte_size,
    sha256: row.sha256,
    made_at: row.made_at.toISOString(),
    retired_at: row.retired_at?.toISOString() ?? null,
    retired_reason: row.retired_reason,
    job_id: row.job_id,
    decision: decision ?? [],
    manifest: row.manifest as Record<string, unknown>,
    url: paths.view_url,
    page_url: `/files/${name}`,
    manifest_url: paths.manifest_url,
  };
}

function stateOf({ retired_at, version_state }: TracedFileRow): TracedFile['state'] {
  if (retired_at) return 'retired';
  if (version_state === 'suspended') return 'suspended';
  return version_state === 'active' ? 'current' : 'earlier';
}

/** Whether its audience gets the file now, in a sentence. Pure. */
export function fileRights(file: TracedFile, photos: readonly TracedPhoto[]): string {
  const { audience, state, policy_version } = file;
  const who = audience.name;
  if (state === 'retired')
    return `${who}: this file was retired, and nobody gets it any more. ${file.retired_reason ?? ''}`.trim();
  const approved = photos.find(({ rights }) => rights.state === 'approved');
  const [first] = photos;
  if (!approved)
    return first
      ? `${who}: nobody gets this file now. ${first.rights.sentence}`
      : `${who}: nobody gets this file now, since no photo here has it any more.`;
  if (state === 'suspended')
    return `${who}: nobody gets this file now, since policy version ${policy_version} is suspended. ${approved.rights.sentence}`;
  const earlier =
    state === 'earlier' ? ' Its policy version was replaced since; links to it still work.' : '';
  return `${who}: this file may be used. ${approved.rights.sentence}${earlier}`;
}
