import { expect } from '@playwright/test';
import type { Database } from '#db/client.ts';
import type { Permission } from '#lib/auth/permissions.ts';
import { type Api, openApi } from './api.ts';
import { withDatabase } from './database.ts';

/** Things that pages are about, in the instance at hand. */
export interface Known {
  product: string;
  asset: string;
  person: string;
}

interface PageKind {
  permission: Permission;
  /** `file` is the page of a derivative that the walker's audience may have. */
  addresses(known: Known, file: string): string[];
}

/** Every page by its place in app/: who may open it, and where it is looked at. */
export const pageKinds: Readonly<Record<string, PageKind>> = {
  '/': { permission: 'catalog.read', addresses: () => ['/'] },
  '/catalog': {
    permission: 'catalog.read',
    addresses: () => ['/catalog', '/catalog?q=nothing%20is%20called%20this'],
  },
  '/catalog/[product]': {
    permission: 'catalog.read',
    addresses: ({ product, asset }) => [`/catalog/${product}`, `/catalog/${product}?photo=${asset}`],
  },
  '/files/[sourceHash]/[audience]/[policyVersion]/[format]': {
    permission: 'manifest.read',
    addresses: (_known, file) => [file],
  },
  '/library': { permission: 'library.read', addresses: () => ['/library', '/library?bin=1'] },
  '/library/[id]': {
    permission: 'library.read',
    addresses: ({ product, asset }) => [`/library/${product}`, `/library/${asset}`],
  },
  '/operations': {
    permission: 'operations.read',
    addresses: () => ['/operations', '/operations?span=day&queue=derive'],
  },
  '/operations/audit': {
    permission: 'audit.read',
    addresses: ({ asset }) => [
      '/operations/audit',
      `/operations/audit?subject=${asset}`,
      '/operations/audit?person=nobody-at-all&from=2026-13-01',
    ],
  },
  '/operations/reconciliation': {
    permission: 'repair.read',
    addresses: () => ['/operations/reconciliation'],
  },
  '/people': { permission: 'people.manage', addresses: () => ['/people'] },
  '/people/[person]': { permission: 'people.manage', addresses: ({ person }) => [`/people/${person}`] },
  '/people/new': { permission: 'people.manage', addresses: () => ['/people/new'] },
  '/policies': { permission: 'policy.read', addresses: () => ['/policies'] },
  '/policies/[audience]': { permission: 'policy.read', addresses: () => ['/policies/partner'] },
  '/policies/[audience]/[version]': { permission: 'policy.read', addresses: () => ['/policies/partner/1'] },
  '/policies/[audience]/new': { permission: 'policy.write', addresses: () => ['/policies/partner/new'] },
  '/review': { permission: 'asset.approve', addresses: () => ['/review'] },
  '/settings': { permission: 'account.own', addresses: () => ['/settings'] },
  '/settings/webhooks': { permission: 'webhook.manage', addresses: () => ['/settings/webhooks'] },
  '/trace': {
    permission: 'trace.read',
    addresses: ({ asset }, file) => [
      '/trace',
      `/trace?q=${encodeURIComponent(file)}`,
      `/trace?q=/library/${asset}`,
    ],
  },
  '/sign-in': { permission: 'session.manage', addresses: () => ['/sign-in'] },
};

interface Listed {
  items: { asset_id: string; filename: string; product: { id: string } }[];
}

export async function findKnown(): Promise<Known> {
  const editor = openApi('editor@blazon.test');
  const { body } = await editor<Listed>('GET', '/api/assets?q=rover&limit=100');
  const hero = body.items.find(({ filename }) => filename === 'rover-hero.jpg');
  if (!hero) throw new Error('the demo photo is not there');
  return { product: hero.product.id, asset: hero.asset_id, person: await findPerson() };
}

async function findPerson(): Promise<string> {
  const teachers = (db: Database) =>
    db.selectFrom('users').select('id').where('email', '=', 'teacher@blazon.test');
  return (await withDatabase((db) => teachers(db).executeTakeFirstOrThrow())).id;
}

/** The page of a file that this audience may have, once the file is there. */
export async function findFilePage(api: Api, asset_id: string, audience: string, format: string) {
  let manifest = '';
  await expect
    .poll(async () => {
      const wanted = { asset_id, audience, format };
      const { body } = await api<{ state: string; manifest_url: string }>('POST', '/api/derivatives', wanted);
      manifest = body.manifest_url;
      return body.state;
    })
    .toBe('published');
  return manifest.replace('/api/derivatives/', '/files/').replace(/\/manifest$/, '');
}
