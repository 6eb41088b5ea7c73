import { explainContract } from '#lib/policy/explain-policy.ts';
import type { PolicyVersion } from '#lib/policy/list-policy-versions.ts';
import { PreviewImage } from './preview-image.tsx';
import type { PreviewPhoto } from './preview-photo.ts';

/** Everything that one version gives: each format as a picture and as the sentences that a manifest gives. */
export function VersionContents({
  audience,
  version,
  photo,
}: {
  audience: { slug: string; name: string };
  version: PolicyVersion;
  photo: PreviewPhoto | undefined;
}) {
  return (
    <ul className="flex flex-col gap-4">
      {version.contracts.map((contract) => (
        <li
          className="grid items-start gap-x-3 gap-y-1 sm:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]"
          key={contract.format}
        >
          {photo && <PreviewImage audience={audience} contract={contract} facts photo={photo} />}
          <div className="min-w-0">
            <h3 className="voice-wide text-title">{contract.label}</h3>
            <p className="voice-label">{contract.format}</p>
            <ul className="figures mt-1 flex flex-col gap-0.5 text-small">
              {explainContract(contract, audience.slug, version.version).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </div>
        </li>
      ))}
    </ul>
  );
}
