import type { Metadata } from 'next';
import { AudienceRow } from '#components/policy/audience-row.tsx';
import { choosePhoto } from '#components/policy/choose-photo.ts';
import { RefreshWhile } from '#components/policy/refresh-while.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { pageCaller } from '#lib/auth/page-caller.ts';
import { listAudiences } from '#lib/policy/list-audiences.ts';
import { previewPhotos } from './preview-photos.ts';

export const metadata: Metadata = { title: 'Policies' };

export default async function Policies() {
  const { services, caller } = await pageCaller('policy.read');
  const [audiences, photos] = await Promise.all([
    listAudiences(services, caller),
    previewPhotos(services, caller),
  ]);
  return (
    <>
      <PageHeader
        lead="What each audience is given. A change is a new version; the old ones stay, and can be gone back to."
        title="Policies"
      />
      <ul>
        {audiences.map((audience) => (
          <AudienceRow audience={audience} key={audience.slug} photo={choosePhoto(photos)} />
        ))}
      </ul>
      <RefreshWhile isUnderWay={audiences.some(({ queued }) => queued > 0)} />
    </>
  );
}
