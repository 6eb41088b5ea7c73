import type { ReactNode } from 'react';
import { UploadDesk } from '#components/upload/upload-desk.tsx';
import { isStaff } from '#lib/auth/actor.ts';
import { pageCaller } from '#lib/auth/page-caller.ts';
import { may } from '#lib/auth/permissions.ts';
import { createProductAction, retryFailedAction } from './actions.ts';
import { productChoices } from './product-choices.ts';

/** Uploads live here, above the pages of the library: going from one to another cuts none off. */
export default async function LibraryLayout({ children }: { children: ReactNode }) {
  const { services, caller } = await pageCaller('library.read');
  if (!isStaff(caller.actor) || !may(caller.actor, 'asset.upload')) return children;
  const { MAX_UPLOAD_BYTES, MULTIPART_THRESHOLD_BYTES, MULTIPART_PART_BYTES } = services.env;
  const { items } = await productChoices(services, caller);
  return (
    <UploadDesk
      admit={retryFailedAction}
      createProduct={createProductAction}
      personId={caller.actor.id}
      products={items}
      settings={{
        maxUploadBytes: MAX_UPLOAD_BYTES,
        multipartThresholdBytes: MULTIPART_THRESHOLD_BYTES,
        multipartPartBytes: MULTIPART_PART_BYTES,
      }}
    >
      {children}
    </UploadDesk>
  );
}
