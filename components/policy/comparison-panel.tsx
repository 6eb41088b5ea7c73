import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/field.tsx';
import type { PolicyVersion } from '#lib/policy/list-policy-versions.ts';
import { comparisonAddress } from './comparison-address.ts';
import { PhotoLinks } from './photo-links.tsx';
import { stateWord } from './policy-state.tsx';
import type { PickablePhoto, PreviewPhoto } from './preview-photo.ts';
import { VersionComparison } from './version-comparison.tsx';
import { VersionContents } from './version-contents.tsx';

/** Two versions against each other, or one alone, on a photo of one's choice. */
export function ComparisonPanel({
  audience,
  versions,
  before,
  after,
  photos,
  photo,
}: {
  audience: { slug: string; name: string };
  versions: readonly PolicyVersion[];
  before: PolicyVersion | undefined;
  after: PolicyVersion;
  photos: readonly PickablePhoto[];
  photo: PreviewPhoto | undefined;
}) {
  const hrefOf = (assetId: string) =>
    comparisonAddress(audience.slug, { from: before?.version, to: after.version, photo: assetId });
  return (
    <section aria-labelledby="comparison" className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <h2 className="voice-wide figures text-heading" id="comparison">
          {before
            ? `From version ${before.version} to version ${after.version}`
            : `What version ${after.version} gives`}
        </h2>
        {versions.length > 1 && (
          <form
            action={`/policies/${audience.slug}`}
            className="flex w-full flex-wrap items-end gap-1 sm:w-auto"
            key={`${before?.version} ${after.version}`}
          >
            <VersionSelect label="From" name="from" selected={before} versions={versions} />
            <VersionSelect label="To" name="to" selected={after} versions={versions} />
            {photo && <input name="photo" type="hidden" value={photo.asset_id} />}
            <Button type="submit">Compare</Button>
          </form>
        )}
      </div>
      {photos.length > 1 && <PhotoLinks current={photo?.asset_id} hrefOf={hrefOf} photos={photos} />}
      {before && <VersionComparison after={after} audience={audience} before={before} photo={photo} />}
      {before ? (
        <details className="border-t border-line pt-2">
          <summary className="text-title">All that version {after.version} gives</summary>
          <div className="pt-2">
            <VersionContents audience={audience} photo={undefined} version={after} />
          </div>
        </details>
      ) : (
        <VersionContents audience={audience} photo={photo} version={after} />
      )}
    </section>
  );
}

function VersionSelect({
  label,
  name,
  versions,
  selected,
}: {
  label: string;
  name: string;
  versions: readonly PolicyVersion[];
  selected: PolicyVersion | undefined;
}) {
  return (
    <Select
      className="min-w-0 flex-1 basis-[17ch]"
      defaultValue={selected?.version}
      label={label}
      name={name}
    >
      {versions.map(({ version, state }) => (
        <option key={version} value={version}>
          Version {version} ({stateWord(state)})
        </option>
      ))}
    </Select>
  );
}
