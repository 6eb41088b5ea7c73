import { randomUUID } from 'node:crypto';
import { activatePolicy } from '#lib/policy/activate-policy.ts';
import { createPolicyVersion } from '#lib/policy/create-policy-version.ts';
import type { OutputContract } from '#lib/policy/output-contract.ts';
import { seededPolicies } from '#lib/policy/seeded-policies.ts';
import { approve, type Photo } from '#test/derive-portal.ts';
import { insertNamedProduct, publishFile } from '#test/portal.ts';
import { landPhoto } from '#test/uploads.ts';
import type { auditPortal } from './audit-portal.ts';

/** Makers of what is acted on, each time another one. */
export function auditThings(portal: Awaited<ReturnType<typeof auditPortal>>) {
  const { services, admin, editor, call, picture } = portal;
  const contracts = seededPolicies.find(({ slug }) => slug === 'teacher')?.contracts as OutputContract[];
  const json = { contracts, note: 'A note' };

  async function photo(): Promise<Photo> {
    return portal.addPhoto(await picture());
  }

  async function publishedPhoto(): Promise<Photo & { params: Record<string, string> }> {
    const made = await photo();
    await approve(services, editor, made, ['partner']);
    await publishFile(services, { sourceHash: made.sha256, audience: 'partner', format: 'campaign' });
    const params = {
      sourceHash: made.sha256,
      audience: 'partner',
      policyVersion: '1',
      format: 'campaign',
    };
    return { ...made, params };
  }

  async function landed() {
    const product = await insertNamedProduct(services, editor);
    return landPhoto(services, editor, product, { bytes: await picture(), changes: {} });
  }

  /** An audience of its own, with as many versions active one after the other. */
  async function audience(active: number): Promise<string> {
    const slug = `a-${randomUUID().slice(0, 8)}`;
    await call('POST /api/audiences', admin, {
      body: { slug, name: slug, purpose: 'partner campaign' },
    });
    for (let version = 1; version <= active; version += 1) {
      await createPolicyVersion(services, admin, { audience: slug, ...json });
      await activatePolicy(services, admin, {
        audience: slug,
        policyVersion: version,
        expectedActive: version === 1 ? null : version - 1,
        reason: 'A reason',
      });
    }
    return slug;
  }

  return { photo, publishedPhoto, landed, audience };
}
