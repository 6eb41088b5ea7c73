import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { pageData } from '#app/page-data.ts';
import { FileStage } from '#components/files/file-stage.tsx';
import { FileUse } from '#components/files/file-use.tsx';
import { manifestFacts } from '#components/files/manifest-facts.ts';
import { AudienceChip } from '#components/ui/audience-chip.tsx';
import { FactList } from '#components/ui/table.tsx';
import { pageCaller } from '#lib/auth/page-caller.ts';
import { may } from '#lib/auth/permissions.ts';
import { listReadableAudiences } from '#lib/deliver/list-readable-audiences.ts';
import { readManifest } from '#lib/deliver/read-manifest.ts';
import { getFileUse } from '#lib/repair/get-file-use.ts';
import { remake, retire } from './actions.ts';

export const metadata: Metadata = { title: 'Why this file looks as it does' };

interface Params {
  sourceHash: string;
  audience: string;
  policyVersion: string;
  format: string;
}

/** The manifest for people: the reason first, in words, then what can be checked. */
export default async function FileManifest({ params }: { params: Promise<Params> }) {
  const { services, caller } = await pageCaller('manifest.read');
  const { sourceHash, audience, policyVersion, format } = await params;
  if (!/^[0-9a-f]{64}$/.test(sourceHash) || !/^[1-9]\d{0,8}$/.test(policyVersion)) notFound();
  const key = { source_hash: sourceHash, audience, policy_version: Number(policyVersion), format };
  const manifest = await pageData(readManifest(services, caller, key));
  const mark = (await listReadableAudiences(services, caller)).find(({ slug }) => slug === audience);
  const use = may(caller.actor, 'repair.read')
    ? await pageData(getFileUse(services, caller, key))
    : undefined;
  const actions = may(caller.actor, 'derivative.retire') ? { retire, remake } : undefined;
  const clock = { now: new Date(), timeZone: services.env.PORTAL_TIME_ZONE };
  const [reason, ...rules] = manifest.decision;
  const facts = manifestFacts(manifest, services.env.PORTAL_TIME_ZONE);
  const path = `/api/derivatives/${sourceHash}/${audience}/${policyVersion}/${format}`;
  return (
    <article className="grid gap-x-6 gap-y-4 pt-4 md:pt-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <header className="lg:col-span-2">
        <div className="mb-2 flex flex-wrap items-center gap-1">
          {mark && <AudienceChip audience={mark} />}
          <p className="voice-label">Why this file looks as it does</p>
        </div>
        <h1 className="voice-wide max-w-[48rem] text-heading [overflow-wrap:anywhere]">{reason}</h1>
      </header>
      <div className="min-w-0">
        <FileStage
          height={manifest.height}
          label={reason ?? ''}
          url={`${path}?view=1`}
          width={manifest.width}
        />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        {use && <FileUse actions={actions} clock={clock} use={use} values={{ ...key }} />}
        <section aria-labelledby="rules">
          <h2 className="voice-wide mb-1 text-title" id="rules">
            What its contract says
          </h2>
          <ul className="flex flex-col text-small">
            {rules.map((rule) => (
              <li className="border-b border-line py-1" key={rule}>
                {rule}
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="file">
          <h2 className="voice-wide mb-1 text-title" id="file">
            The file
          </h2>
          <FactList facts={facts.file} />
        </section>
        <section aria-labelledby="origin">
          <h2 className="voice-wide mb-1 text-title" id="origin">
            Where it comes from
          </h2>
          <FactList facts={facts.origin} />
        </section>
        <p>
          <a className="text-small underline underline-offset-2" href={`${path}/manifest`}>
            The manifest as JSON
          </a>
        </p>
      </div>
    </article>
  );
}
