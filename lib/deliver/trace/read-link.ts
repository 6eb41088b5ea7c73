import { validate as isUuid } from 'uuid';
import type { DerivativeKey } from '#lib/policy/derivative-job.ts';
import { parseTraceKey, type TraceClaim } from '#lib/policy/trace-key.ts';
import type { Question } from './question.ts';

/** What a link of ours leads to. */
export type LinkTarget =
  | TraceClaim
  /** A key in the store. */
  | { kind: 'object'; key: string }
  /** A photo; or a product, which has the same form of address. */
  | { kind: 'asset'; id: string };

export interface OwnAddresses {
  /** Where the portal is reached. */
  portals: readonly string[];
  /** Where the store is reached. */
  stores: readonly string[];
  bucket: string;
}

/** Where a link of the portal or of its store leads, from its text alone: nothing is opened. Pure. */
export function readLink(text: string, own: OwnAddresses): Question {
  const base = own.portals[0] ?? 'http://localhost';
  const isPath = text.startsWith('/') && !text.startsWith('//');
  // People copy links without the scheme.
  const address = isPath || /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address, base) || /\s/.test(text)) return { kind: 'unclear' };
  const url = new URL(address, base);
  const key = objectKeyOf(url, own);
  if (key !== undefined) return { kind: 'link', target: { kind: 'object', key } };
  if (own.portals.some((portal) => hostOf(portal) === url.host)) return readPath(url);
  return /[./]/.test(text) ? { kind: 'foreign', host: url.host } : { kind: 'unclear' };
}

const file = /^\/(?:api\/derivatives|files)\/([^/]+)\/([^/]+)\/([^/]+)\/([^/]+)(?:\/manifest)?\/?$/;
const photo = /^\/(?:api\/assets|library)\/([^/]+)/;
const shownPhoto = /^\/catalog\/[^/]+\/?$/;

function readPath({ pathname, searchParams }: URL): Question {
  const name = file.exec(pathname)?.slice(1).map(decoded).join('/');
  const claim = name === undefined ? undefined : parseTraceKey(name);
  if (claim) return { kind: 'link', target: claim };
  const id = photo.exec(pathname)?.[1] ?? (shownPhoto.test(pathname) ? searchParams.get('photo') : undefined);
  return id && isUuid(id) ? { kind: 'link', target: { kind: 'asset', id } } : { kind: 'unclear' };
}

/** The key in a signed URL, whether the bucket stands in the path or in the host's name. */
function objectKeyOf(url: URL, { stores, bucket }: OwnAddresses): string | undefined {
  for (const store of stores) {
    const host = hostOf(store);
    if (url.host === host && url.pathname.startsWith(`/${bucket}/`))
      return decoded(url.pathname.slice(bucket.length + 2));
    if (url.host === `${bucket}.${host}`) return decoded(url.pathname.slice(1));
  }
  return undefined;
}

function hostOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).host : undefined;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const derivativeObject = /^derivatives\/(.+)\/\d+\/(?:file\.\w+|manifest\.json)$/;

/** What a key of the store names: the objects of a derivative carry its name. Pure. */
export function readObjectKey(
  key: string,
):
  | { kind: 'derivative'; name: DerivativeKey }
  | { kind: 'master'; sha256: string }
  | { kind: 'asset'; id: string }
  | undefined {
  const claim = parseTraceKey(derivativeObject.exec(key)?.[1] ?? '');
  if (claim?.kind === 'derivative') return claim;
  const master = /^masters\/([0-9a-f]{64})$/.exec(key)?.[1];
  if (master) return { kind: 'master', sha256: master };
  const asset = /^assets\/([^/]+)\//.exec(key)?.[1];
  return asset && isUuid(asset) ? { kind: 'asset', id: asset } : undefined;
}
