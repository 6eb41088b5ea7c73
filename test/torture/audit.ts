import type { Ledger, SentPhoto } from './ledger.ts';
import type { PortalState } from './read-portal.ts';

/** Sentences, each about one thing. */
export interface Findings {
  /** Somebody was told that it is there, and it is not, or not as it was sent. */
  lost: string[];
  /** Done or announced more than once. */
  doubled: string[];
  /** Objects that nothing names: what repair is there for. */
  orphaned: string[];
  /** Not come to an end, though everything was given the time. */
  stuck: string[];
}

/** Holds what clients were told against what stands. Pure. */
export function audit(told: Pick<Ledger, 'photos' | 'products'>, state: PortalState): Findings {
  return {
    lost: [
      ...lostProducts(told, state),
      ...told.photos.flatMap((photo) => [...lostPhoto(photo, state)]),
      ...lostFiles(state),
      ...unannounced(state),
    ],
    doubled: [...doubledRows(state), ...doubledActs(state)],
    orphaned: [...orphans(state)],
    stuck: state.unsettled,
  };
}

function* lostProducts({ products }: Pick<Ledger, 'products'>, state: PortalState): Iterable<string> {
  const there = new Set(state.products);
  for (const name of products) if (!there.has(name)) yield `the product ${name} was answered and is gone`;
}

function* lostPhoto(photo: SentPhoto, state: PortalState): Iterable<string> {
  const { assetId, sha256, wanted } = photo;
  const asset = state.assets.find(({ id }) => id === assetId);
  if (!asset) return yield `photo ${assetId} was answered and has no row`;
  if (!photo.isAcknowledged) return;
  if (asset.status !== wanted) return yield `photo ${assetId} is ${asset.status} in the end, not ${wanted}`;
  if (wanted === 'FAILED') return;
  const original = state.originals.find(({ asset_id }) => asset_id === assetId);
  if (original?.master_sha256 !== sha256) yield `photo ${assetId} is READY with other bytes than were sent`;
  if (state.objects.get(`masters/${sha256}`) !== sha256)
    yield `the master of photo ${assetId} is not in the store`;
  const standing = state.approvals.find(({ asset_id }) => asset_id === assetId);
  for (const audience of photo.audiences)
    if (!standing?.audiences.includes(audience)) yield `the approval of ${assetId} for ${audience} is gone`;
  for (const { audience, format } of photo.asked) {
    const isIt = new RegExp(`^${sha256}/${audience}/\\d+/${format}$`);
    if (!state.derivatives.some(({ name }) => isIt.test(name)))
      yield `the ${format} of ${assetId}, which ${audience} asked for, was never made`;
  }
}

function* lostFiles(state: PortalState): Iterable<string> {
  const made = new Map(state.derivatives.map((row) => [row.name, row]));
  const wanted = new Set<string>();
  for (const { source_hash, audiences } of state.approvals)
    for (const { audience, version, format } of state.promised)
      if (audiences.includes(audience)) wanted.add(`${source_hash}/${audience}/${version}/${format}`);
  for (const name of wanted) {
    const row = made.get(name);
    if (!row || row.retired) yield `${name} was promised and is not published`;
  }
  for (const row of state.derivatives) {
    if (row.retired) continue;
    if (state.objects.get(row.object_key) !== row.sha256) yield `${row.name} is published without its file`;
    if (!state.objects.has(row.manifest_key)) yield `${row.name} is published without its manifest`;
  }
}

/** What is true and was told to nobody. */
function* unannounced(state: PortalState): Iterable<string> {
  for (const { id, status } of state.assets) {
    if (status !== 'READY') continue;
    for (const type of ['AssetUploaded', 'AssetReady'])
      if (!state.events.has(`${type} ${id}`)) yield `${type} of ${id} was never told`;
  }
  for (const { asset_id } of state.approvals)
    if (!state.events.has(`AssetApproved ${asset_id}`)) yield `AssetApproved of ${asset_id} was never told`;
  for (const { name } of state.derivatives)
    if (!state.events.has(`DerivativePublished ${name}`))
      yield `DerivativePublished of ${name} was never told`;
}

function* doubledRows(state: PortalState): Iterable<string> {
  const lists: [what: string, list: string[]][] = [
    ['products are called', state.products],
    ['photos were made of', state.assets.map(({ filename }) => filename)],
    ['originals has photo', state.originals.map(({ asset_id }) => asset_id)],
    ['approvals stand of photo', state.approvals.map(({ asset_id }) => asset_id)],
    ['rows publish', state.derivatives.map(({ name }) => name)],
  ];
  for (const [what, list] of lists)
    for (const [subject, times] of tally(list)) if (times > 1) yield `${times} ${what} ${subject}`;
}

/** Approvals may be given again; everything else happens once. */
function* doubledActs(state: PortalState): Iterable<string> {
  for (const [about, times] of state.events)
    if (times > 1 && /^(AssetUploaded|AssetReady|DerivativePublished) /.test(about))
      yield `told ${times} times: ${about}`;
  for (const [about, times] of state.acts) if (times > 1) yield `on record ${times} times: ${about}`;
}

function* orphans(state: PortalState): Iterable<string> {
  const named = new Set([
    ...state.masters.map((sha256) => `masters/${sha256}`),
    ...state.derivatives.flatMap(({ object_key, manifest_key }) => [object_key, manifest_key]),
  ]);
  const assets = new Set(state.assets.map(({ id }) => id));
  for (const key of state.objects.keys()) {
    const [room, id = ''] = key.split('/');
    if (!named.has(key) && !(room === 'assets' && assets.has(id))) yield key;
  }
}

function tally(list: readonly string[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const each of list) times.set(each, (times.get(each) ?? 0) + 1);
  return times;
}
