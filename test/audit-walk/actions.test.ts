import '#test/page-request.ts';
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { disableUser } from '#lib/auth/disable-user.ts';
import { hashPassword } from '#lib/auth/password.ts';
import type { OutputContract } from '#lib/policy/output-contract.ts';
import { seededPolicies } from '#lib/policy/seeded-policies.ts';
import { binAsset } from '#lib/review/bin-asset.ts';
import { uploadMarkImage } from '#test/mark-images.ts';
import { insertToken } from '#test/people.ts';
import { insertCaller } from '#test/portal.ts';
import { actionThings } from './action-things.ts';
import { type Act, auditPortal } from './audit-portal.ts';
import { auditThings } from './audit-things.ts';
import { listActions, presser } from './press.ts';

const portal = await auditPortal();
const { services, admin, editor, picture } = portal;
const { db } = services;
const { photo, audience } = auditThings(portal);
const press = presser(portal);

const receiver = http.createServer((_request, response) => response.writeHead(204).end());
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
afterAll(() => receiver.close());
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;

const contracts = seededPolicies.find(({ slug }) => slug === 'teacher')?.contracts as OutputContract[];
const reason = 'A reason';
const someone = () => insertCaller(services, 'member');

const { failed, pair, approved, file, hook, missing, letter, wanted } = actionThings(portal, url);

type Sent = Parameters<typeof press>[2];
const pressed =
  (action: string, record: string, who = admin, prepare: () => Promise<Sent> = async () => ({})) =>
  async (): Promise<Act> => {
    const sent = await prepare();
    return { records: [record], act: () => press(action, who, sent) };
  };
const own =
  (action: string, record: string, prepare: (id: string) => Promise<Sent> = async () => ({})) =>
  async (): Promise<Act> => {
    const person = await someone();
    const sent = await prepare(person.id);
    return { records: [record], act: () => press(action, person, sent) };
  };
const ofPerson = (action: string, record: string, fields: Record<string, string> = {}) =>
  pressed(action, record, admin, async () => ({ ...fields, id: (await someone()).id }));

const entries: [action: string, act: (action: string) => () => Promise<Act> | Act][] = [
  [
    'catalog/actions requestFile',
    (a) => pressed(a, 'derivative.requested', editor, async () => ({ object: await wanted() })),
  ],
  ['catalog/actions requestFileByForm', (a) => pressed(a, 'derivative.requested', editor, wanted)],
  ['choose-theme chooseTheme', () => () => ({ reads: 'a cookie of this browser' })],
  [
    'files/[sourceHash]/[audience]/[policyVersion]/[format]/actions remake',
    (a) => pressed(a, 'derivative.remake_requested', editor, file),
  ],
  [
    'files/[sourceHash]/[audience]/[policyVersion]/[format]/actions retire',
    (a) => pressed(a, 'derivative.retired', editor, file),
  ],
  [
    'library/[id]/asset-actions approveByForm',
    (a) =>
      pressed(a, 'asset.approved', editor, async () => ({
        asset_id: (await photo()).assetId,
        version: '1',
        audiences: ['teacher', 'partner'],
      })),
  ],
  [
    'library/[id]/asset-actions editAssetByForm',
    (a) =>
      pressed(a, 'asset.edited', editor, async () => ({
        asset_id: (await photo()).assetId,
        title: 'A title',
        alt_text: '',
      })),
  ],
  [
    'library/[id]/asset-actions withdrawByForm',
    (a) =>
      pressed(a, 'asset.approval_withdrawn', editor, async () => ({ asset_id: await approved(), reason })),
  ],
  [
    'library/[id]/cutout-actions removeBackgroundByForm',
    (a) =>
      pressed(a, 'asset.cutout_requested', editor, async () => ({
        asset_id: (await portal.addShot()).assetId,
      })),
  ],
  [
    'library/actions binAssetAction',
    (a) => pressed(a, 'asset.binned', editor, async () => ({ asset_id: (await photo()).assetId })),
  ],
  [
    'library/actions createProductAction',
    (a) => pressed(a, 'product.created', editor, async () => ({ name: 'A kit' })),
  ],
  [
    'library/actions dismissFailureAction',
    (a) => pressed(a, 'asset.failure_dismissed', editor, async () => ({ asset_id: await failed() })),
  ],
  [
    'library/actions reorderAction',
    (a) =>
      pressed(a, 'product.reordered', editor, async () => {
        const { product_id, asset_ids } = await pair();
        return { product_id, asset_ids: asset_ids.toReversed() };
      }),
  ],
  [
    'library/actions restoreAssetAction',
    (a) =>
      pressed(a, 'asset.restored', editor, async () => {
        const { asset_ids } = await pair();
        const assetId = asset_ids[0] ?? '';
        await binAsset(services, editor, { assetId });
        return { asset_id: assetId };
      }),
  ],
  [
    'library/actions retryFailedAction',
    (a) => pressed(a, 'asset.ingest_retried', editor, async () => ({ asset_id: await failed() })),
  ],
  [
    'library/actions setHeroAction',
    (a) =>
      pressed(a, 'product.hero_chosen', editor, async () => {
        const { product_id, asset_ids } = await pair();
        return { product_id, asset_id: asset_ids[1] ?? '' };
      }),
  ],
  [
    'operations/actions settleDeadLetters',
    (a) => pressed(a, 'job.dismissed', admin, async () => ({ act: `dismiss ${await letter()}` })),
  ],
  [
    'operations/reconciliation/actions runReconciliation',
    (a) => pressed(a, 'reconciliation.started', admin, async () => ({ mode: 'dry' })),
  ],
  [
    'people/actions changeMemberships',
    (a) => ofPerson(a, 'person.memberships_set', { 'scope.partner': 'all' }),
  ],
  ['people/actions changePassword', (a) => ofPerson(a, 'person.changed')],
  ['people/actions changePerson', (a) => ofPerson(a, 'person.changed', { name: 'Married' })],
  [
    'people/actions createPerson',
    (a) =>
      pressed(a, 'person.created', admin, async () => ({
        email: `${randomUUID()}@example.com`,
        name: 'New',
        role: 'member',
      })),
  ],
  ['people/actions disablePerson', (a) => ofPerson(a, 'person.disabled')],
  [
    'people/actions enablePerson',
    (a) =>
      pressed(a, 'person.enabled', admin, async () => {
        const { id } = await someone();
        await disableUser(services, admin, { id });
        return { id };
      }),
  ],
  ['people/actions endPersonSessions', (a) => ofPerson(a, 'person.sessions_ended')],
  [
    'people/actions revokePersonToken',
    (a) =>
      pressed(a, 'token.revoked', admin, async () => {
        const { id } = await insertToken(db, editor.id);
        return { id };
      }),
  ],
  [
    'policies/[audience]/[version]/actions inspect',
    (a) =>
      pressed(a, 'inspection.started', admin, async () => ({ audience: 'partner', policy_version: '1' })),
  ],
  [
    'policies/[audience]/[version]/actions requeue',
    (a) => pressed(a, 'derivative.remake_requested', admin, missing),
  ],
  [
    'policies/[audience]/actions activate',
    (a) =>
      pressed(a, 'policy.activated', admin, async () => ({
        audience: await audience(2),
        policy_version: '1',
        expected_active: '2',
        reason,
      })),
  ],
  [
    'policies/[audience]/actions suspend',
    (a) =>
      pressed(a, 'policy.suspended', admin, async () => ({
        audience: await audience(2),
        policy_version: '2',
        fallback: '1',
        reason,
      })),
  ],
  [
    'policies/[audience]/new/actions retireImage',
    (a) =>
      pressed(a, 'mark_image.retired', admin, async () => ({
        image_id: (await uploadMarkImage(services, admin, await picture())).image_id,
      })),
  ],
  [
    'policies/[audience]/new/actions saveVersion',
    (a) =>
      pressed(a, 'policy.version_created', admin, async () => ({
        object: { audience: 'partner', contracts, note: '' },
      })),
  ],
  [
    'review/actions approveAndGoOn',
    (a) =>
      pressed(a, 'asset.approved', editor, async () => ({
        asset_id: (await photo()).assetId,
        version: '1',
        audiences: 'teacher',
      })),
  ],
  [
    'review/actions sendBackAndGoOn',
    (a) =>
      pressed(a, 'asset.changes_requested', editor, async () => ({
        asset_id: (await photo()).assetId,
        note: 'Sharper',
      })),
  ],
  [
    'review/actions takeBackAndReturn',
    (a) => pressed(a, 'asset.approval_withdrawn', editor, async () => ({ asset_id: await approved() })),
  ],
  [
    'settings/actions changeMyPassword',
    (a) =>
      own(a, 'person.changed', async (id) => {
        const password_hash = await hashPassword('a long password');
        await db.updateTable('users').set({ password_hash }).where('id', '=', id).execute();
        return { current: 'a long password', next: 'another long one' };
      }),
  ],
  ['settings/actions makeOwnToken', (a) => own(a, 'token.created', async () => ({ name: 'ci' }))],
  [
    'settings/actions revokeOwnToken',
    (a) =>
      pressed(a, 'token.revoked', editor, async () => {
        const { id } = await insertToken(db, editor.id);
        return { id };
      }),
  ],
  ['settings/actions signOutEverywhere', (a) => own(a, 'person.sessions_ended')],
  [
    'settings/webhooks/actions addWebhook',
    (a) => pressed(a, 'webhook.created', admin, async () => ({ url, event_types: 'AssetReady' })),
  ],
  [
    'settings/webhooks/actions deliverAgain',
    (a) =>
      pressed(a, 'webhook.redelivered', admin, async () => {
        const event = await db
          .selectFrom('outbox_events')
          .select('event_id')
          .where('type', '=', 'AssetApproved')
          .executeTakeFirst();
        if (!event) await approved();
        const { event_id } = await db
          .selectFrom('outbox_events')
          .select('event_id')
          .where('type', '=', 'AssetApproved')
          .executeTakeFirstOrThrow();
        return { id: await hook(), event_id };
      }),
  ],
  [
    'settings/webhooks/actions probeWebhook',
    (a) => pressed(a, 'webhook.tested', admin, async () => ({ id: await hook() })),
  ],
  [
    'settings/webhooks/actions rotateSecret',
    (a) => pressed(a, 'webhook.secret_rotated', admin, async () => ({ id: await hook() })),
  ],
  [
    'settings/webhooks/actions turnWebhook',
    (a) => pressed(a, 'webhook.disabled', admin, async () => ({ id: await hook(), to: 'off' })),
  ],
  ['sign-out signOut', (a) => own(a, 'session.ended')],
];
const acts = new Map(entries.map(([action, make]) => [action, make(action)]));

describe('the audit log holds what each server action does', () => {
  it('and each action says what that is', () => {
    expect([...acts.keys()].sort()).toEqual([...listActions().keys()].sort());
  });

  it.each([...acts.keys()])('%s', async (action) => {
    const entry = await acts.get(action)?.();
    if (!entry || 'reads' in entry) return;
    const { actions, unaudited } = await portal.watch(entry.act);
    for (const record of entry.records) expect(actions).toContain(record);
    expect(unaudited).toEqual([]);
  });
});
