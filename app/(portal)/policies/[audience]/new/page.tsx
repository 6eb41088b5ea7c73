import type { Metadata } from 'next';
import Link from 'next/link';
import { pageData } from '#app/page-data.ts';
import { PolicyEditor } from '#components/policy/policy-editor.tsx';
import { ArrowLeftIcon } from '#components/ui/icons.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { pageCaller } from '#lib/auth/page-caller.ts';
import { listMarkImages } from '#lib/policy/list-mark-images.ts';
import { listPolicyVersions } from '#lib/policy/list-policy-versions.ts';
import { pageAudience } from '../../page-audience.ts';
import { previewPhotos } from '../../preview-photos.ts';
import { retireImage, saveVersion } from './actions.ts';

export const metadata: Metadata = { title: 'New policy version' };

interface Props {
  params: Promise<{ audience: string }>;
  searchParams: Promise<{ from?: string }>;
}

export default async function NewVersion({ params, searchParams }: Props) {
  const { services, caller } = await pageCaller('policy.write');
  const [{ audience: slug }, { from: wanted }] = await Promise.all([params, searchParams]);
  const [{ name }, versions, photos, markImages] = await Promise.all([
    pageAudience(services, caller, slug),
    pageData(listPolicyVersions(services, caller, { audience: slug })),
    previewPhotos(services, caller),
    listMarkImages(services, caller),
  ]);
  const from =
    versions.find(({ version }) => String(version) === wanted) ??
    versions.find(({ is_current }) => is_current) ??
    versions[0];
  return (
    <>
      <PageHeader
        lead={from ? `It starts from version ${from.version}.` : 'It is the first one.'}
        over={
          <Link className="inline-flex items-center gap-0.5 hover:text-ink" href={`/policies/${slug}`}>
            <ArrowLeftIcon />
            {name}
          </Link>
        }
        title="New version"
      />
      <PolicyEditor
        audience={{ slug, name }}
        markImages={markImages}
        photos={photos}
        retireMarkImage={retireImage}
        saveVersion={saveVersion}
        start={{ version: from?.version ?? null, contracts: from?.contracts ?? [] }}
      />
    </>
  );
}
