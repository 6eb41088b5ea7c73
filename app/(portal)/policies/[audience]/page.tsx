import type { Metadata } from 'next';
import { pageData } from '#app/page-data.ts';
import { AudiencePolicy } from '#components/policy/audience-policy.tsx';
import type { ComparisonSearch } from '#components/policy/comparison-address.ts';
import { pageCaller } from '#lib/auth/page-caller.ts';
import { may } from '#lib/auth/permissions.ts';
import { getPolicyProgress } from '#lib/policy/get-policy-progress.ts';
import { listPolicyVersions } from '#lib/policy/list-policy-versions.ts';
import { pageAudience } from '../page-audience.ts';
import { previewPhotos } from '../preview-photos.ts';
import { activate, suspend } from './actions.ts';

interface Props {
  params: Promise<{ audience: string }>;
  searchParams: Promise<ComparisonSearch>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { services, caller } = await pageCaller('policy.read');
  return { title: (await pageAudience(services, caller, (await params).audience)).name };
}

export default async function Audience({ params, searchParams }: Props) {
  const { services, caller } = await pageCaller('policy.read');
  const slug = { audience: (await params).audience };
  const [audience, versions, progress, photos] = await Promise.all([
    pageAudience(services, caller, slug.audience),
    pageData(listPolicyVersions(services, caller, slug)),
    getPolicyProgress(services, caller, slug),
    previewPhotos(services, caller),
  ]);
  const clock = { now: new Date(), timeZone: services.env.PORTAL_TIME_ZONE };
  const actions = may(caller.actor, 'policy.write') ? { activate, suspend } : undefined;
  return (
    <AudiencePolicy
      {...{ audience, versions, progress, photos, clock, actions }}
      search={await searchParams}
    />
  );
}
