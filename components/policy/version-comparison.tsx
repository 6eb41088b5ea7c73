import { Table } from '#components/ui/table.tsx';
import { diffPolicies, type PolicyChange } from '#lib/policy/diff-policies.ts';
import type { PolicyVersion } from '#lib/policy/list-policy-versions.ts';
import type { OutputContract } from '#lib/policy/output-contract.ts';
import { PreviewImage } from './preview-image.tsx';
import type { PreviewPhoto } from './preview-photo.ts';

type Audience = { slug: string; name: string };

/** What the second version gives that the first did not: setting by setting, then one photo by both. */
export function VersionComparison({
  audience,
  before,
  after,
  photo,
}: {
  audience: Audience;
  before: PolicyVersion;
  after: PolicyVersion;
  photo: PreviewPhoto | undefined;
}) {
  const changes = diffPolicies(before.contracts, after.contracts);
  if (changes.length === 0) {
    return (
      <p className="text-lead text-ink-soft">
        Versions {before.version} and {after.version} give exactly the same.
      </p>
    );
  }
  const formats = [...new Set(changes.map(({ format }) => format))];
  return (
    <div className="flex flex-col gap-4">
      <Table
        caption={`Changes from version ${before.version} to version ${after.version}`}
        columns={[
          { key: 'format', title: 'Format' },
          { key: 'field', title: 'Setting' },
          { key: 'from', title: `Version ${before.version}` },
          { key: 'to', title: `Version ${after.version}` },
        ]}
        rows={changes.map((change) => ({
          id: `${change.format} ${change.kind === 'changed' ? change.path : change.kind}`,
          cells: cellsOf(change),
        }))}
      />
      {photo &&
        formats.map((format) => (
          <section
            aria-label={format}
            className="grid grid-cols-2 items-start gap-x-1 gap-y-1 sm:gap-x-3"
            key={format}
          >
            {[before, after].map((version) => (
              <FormatPicture
                audience={audience}
                contract={version.contracts.find((contract) => contract.format === format)}
                format={format}
                key={version.version}
                photo={photo}
                version={version.version}
              />
            ))}
          </section>
        ))}
    </div>
  );
}

function cellsOf(change: PolicyChange) {
  const { format, kind } = change;
  if (kind === 'added') return { format, field: 'the whole format', from: 'not given', to: 'new' };
  if (kind === 'removed') return { format, field: 'the whole format', from: 'given', to: 'no longer given' };
  return { format, field: change.field, from: change.from, to: change.to };
}

function FormatPicture({
  audience,
  contract,
  format,
  photo,
  version,
}: {
  audience: Audience;
  contract: OutputContract | undefined;
  format: string;
  photo: PreviewPhoto;
  version: number;
}) {
  if (!contract) {
    return (
      <p className="flex min-h-8 items-center justify-center bg-sunken p-2 text-small text-ink-soft">
        Version {version} has no {format}.
      </p>
    );
  }
  return (
    <PreviewImage
      audience={audience}
      contract={contract}
      facts={
        <span className="font-medium">
          {contract.label} <span className="voice-label">version {version}</span>
        </span>
      }
      photo={photo}
    />
  );
}
