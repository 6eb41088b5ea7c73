import type { ReactNode } from 'react';
import type { AudienceManifest } from '#lib/deliver/read-manifest.ts';
import { formatBytes, formatCount, formatExactTime, formatMediaType, formatPixels } from '#lib/format.ts';

type Fact = readonly [name: string, value: ReactNode];

/** A manifest as the rows of a table, for people who compare files. */
export function manifestFacts(
  manifest: AudienceManifest,
  timeZone: string,
): { file: Fact[]; origin: Fact[] } {
  const { transform } = manifest;
  return {
    file: [
      ['Type', formatMediaType(manifest.media_type)],
      ['Pixels', formatPixels(manifest.width, manifest.height)],
      ['Size', `${formatBytes(manifest.bytes)} (${formatCount(manifest.bytes)} bytes)`],
      ['SHA-256 of the file', manifest.sha256],
    ],
    origin: [
      ['Format', `${manifest.contract.label} (${manifest.format})`],
      ['Policy', `${manifest.audience}, version ${manifest.policy_version}`],
      ['SHA-256 of the master', manifest.master_hash],
      ['Source hash', manifest.source_hash],
      ['Made', formatExactTime(new Date(manifest.made_at), timeZone)],
      ['Made by', `revision ${transform.revision}, sharp ${transform.sharp}, libvips ${transform.libvips}`],
    ],
  };
}
