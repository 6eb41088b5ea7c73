import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { readableVersions } from '#db/queries/readable-versions.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { approveVersion } from '#lib/review/approve-version.ts';
import { binAsset, restoreAsset } from '#lib/review/bin-asset.ts';
import { withdrawApproval } from '#lib/review/withdraw-approval.ts';
import {
  insertCaller,
  insertMember,
  insertNamedProduct,
  insertReadyAsset,
  nobody,
  openPortal,
  type Someone,
} from '#test/portal.ts';
import { testServices } from '#test/services.ts';
import { readerOf } from './reader-of.ts';

const { services } = await testServices();
const audiences = ['teacher', 'partner', 'public'] as const;
type Audience = (typeof audiences)[number];

interface Photo {
  assetId: string;
  product: number;
  binned: boolean;
  approval: { audiences: readonly Audience[]; open: boolean } | undefined;
}
interface Reader {
  caller: Caller & { id?: string };
  staff: boolean;
  disabled: boolean;
  memberships: Partial<Record<Audience, 'all' | readonly number[]>>;
}

let editor: Someone;
let products: string[];

beforeAll(async () => {
  ({ editor } = await openPortal(services));
  products = [await insertNamedProduct(services, editor), await insertNamedProduct(services, editor)];
});

/** The rule in plain words, over plain values. */
function mayRead(reader: Reader, audience: Audience, photo: Photo): boolean {
  const isGiven =
    !photo.binned && photo.approval?.open === true && photo.approval.audiences.includes(audience);
  if (!isGiven) return false;
  if (audience === 'public') return true;
  if (reader.disabled) return false;
  const scope = reader.memberships[audience];
  return reader.staff || scope === 'all' || (scope?.includes(photo.product) ?? false);
}

type Step = (photos: Photo[], readers: Reader[]) => Promise<void>;

const windows = {
  open: {},
  opened: { publish_from: '2020-01-01' },
  over: { publish_until: '2020-01-01' },
  later: { publish_from: '2999-01-01' },
} as const;

const photo = fc.nat({ max: 3 });
const reader = fc.nat({ max: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(
      photo,
      fc.subarray([...audiences], { minLength: 1 }),
      fc.constantFrom(...(Object.keys(windows) as (keyof typeof windows)[])),
    )
    .map(
      ([index, chosen, window]): Step =>
        async (photos) => {
          const target = photos[index];
          if (!target || target.binned) return;
          await approveVersion(services, editor, {
            assetId: target.assetId,
            version: 1,
            audiences: chosen,
            ...windows[window],
          });
          target.approval = { audiences: chosen, open: window === 'open' || window === 'opened' };
        },
    ),
  photo.map(
    (index): Step =>
      async (photos) => {
        const target = photos[index];
        if (!target) return;
        await withdrawApproval(services, editor, target);
        target.approval = undefined;
      },
  ),
  fc.tuple(photo, fc.boolean()).map(
    ([index, into]): Step =>
      async (photos) => {
        const target = photos[index];
        if (!target) return;
        await (into ? binAsset : restoreAsset)(services, editor, target);
        target.binned = into;
      },
  ),
  fc
    .tuple(
      reader,
      fc.constantFrom('teacher' as const, 'partner' as const),
      fc.constantFrom('all' as const, 'none' as const, [], [0], [1], [0, 1]),
    )
    .map(
      ([index, audience, scope]): Step =>
        async (_photos, readers) => {
          const target = readers[index];
          if (!target?.caller.id) return;
          await replaceMembership(target.caller.id, audience, scope);
          if (scope === 'none') delete target.memberships[audience];
          else target.memberships[audience] = scope;
        },
    ),
  reader.map(
    (index): Step =>
      async (_photos, readers) => {
        const target = readers[index];
        if (!target?.caller.id) return;
        target.disabled = !target.disabled;
        await services.db
          .updateTable('users')
          .set({ disabled_at: target.disabled ? sql`clock_timestamp()` : null })
          .where('id', '=', target.caller.id)
          .execute();
      },
  ),
);

async function replaceMembership(
  user_id: string,
  audience: Audience,
  scope: 'all' | 'none' | readonly number[],
) {
  await services.db
    .deleteFrom('memberships')
    .where('user_id', '=', user_id)
    .where('audience', '=', audience)
    .execute();
  if (scope === 'none') return;
  await services.db
    .insertInto('memberships')
    .values({ user_id, audience, scope: scope === 'all' ? 'all' : 'listed' })
    .execute();
  for (const product of scope === 'all' ? [] : scope)
    await services.db
      .insertInto('membership_products')
      .values({ user_id, audience, product_id: products[product] ?? '' })
      .execute();
}

async function newPhoto(product: number): Promise<Photo> {
  const { assetId } = await insertReadyAsset(services, editor, { productId: products[product] ?? '' });
  await approveVersion(services, editor, { assetId, version: 1, audiences });
  return { assetId, product, binned: false, approval: { audiences, open: true } };
}

/** One member of different products by audience, so that a scope that leaks from one to another shows. */
async function newScopedMember(): Promise<Reader> {
  const caller = await insertCaller(services, 'member');
  await replaceMembership(caller.id, 'teacher', [0]);
  await replaceMembership(caller.id, 'partner', [1]);
  return { caller, staff: false, disabled: false, memberships: { teacher: [0], partner: [1] } };
}

test('what each reader may see is what the rule says, after any history of approvals, bins and memberships', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      // Two photos a product, so that a run never meets the limit of five when it brings one back.
      await services.db.updateTable('assets').set({ binned_at: sql`clock_timestamp()` }).execute();
      const photos = [await newPhoto(0), await newPhoto(0), await newPhoto(1), await newPhoto(1)];
      const plain = { staff: false, disabled: false };
      const readers: Reader[] = [
        { ...plain, caller: await insertMember(services, 'teacher'), memberships: { teacher: 'all' } },
        await newScopedMember(),
        { ...plain, caller: await insertCaller(services, 'support'), staff: true, memberships: {} },
        { ...plain, caller: nobody, memberships: {} },
      ];
      for (const act of steps) await act(photos, readers);
      const mine = photos.map(({ assetId }) => assetId);
      for (const each of readers)
        for (const audience of audiences) {
          if (each.caller.actor.kind === 'anonymous' && audience !== 'public') continue;
          const rows = await readableVersions(services.db, readerOf(each.caller.actor, audience))
            .where('assets.id', 'in', mine)
            .select('assets.id')
            .execute();
          const expected = photos
            .filter((photo) => mayRead(each, audience, photo))
            .map(({ assetId }) => assetId);
          expect(rows.map(({ id }) => id).sort()).toEqual(expected.sort());
        }
    }),
    { numRuns: 40 },
  );
});
