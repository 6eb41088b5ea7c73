import type { Metadata } from 'next';
import Link from 'next/link';
import { pageData } from '#app/page-data.ts';
import { PolicyEditor } from '#components/policy/policy-editor.tsx';
import { ArrowLeftIcon } from '#components/ui/icons.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { pageCaller } from '#lib/auth/page-caller.ts';
import { listPolicyVersions } from '#lib/policy/list-policy-versions.ts';
import { pageAudience } from '../../page-audience.ts';
import { previewPhotos } from '../../preview-photos.ts';
import { saveVersion } from './actions.ts';

export const metadata: Metadata = { title: 'New policy version' };

export default async function NewVersion({ params }: { params: Promise<{ audience: string }> }) {
  const { services, caller } = await pageCaller('policy.write');
  const { audience: slug } = await params;
  const [{ name }, versions, photos] = await Promise.all([
    pageAudience(services, caller, slug),
    pageData(listPolicyVersions(services, caller, { audience: slug })),
    previewPhotos(services, caller),
  ]);
  const from = versions.find(({ is_current }) => is_current) ?? versions[0];
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
        photos={photos}
        saveVersion={saveVersion}
        start={{ version: from?.version ?? null, contracts: from?.contracts ?? [] }}
      />
    </>
  );
}
