import type { SimStore } from './sim-store.ts';
import type { DerivativeRow, Snapshot } from './snapshot.ts';

/** What must be true of every committed state, whoever made it. */
export function brokenInState(before: Snapshot, after: Snapshot, world: StateWorld): string[] {
  return [
    ...derivatives(before, after, world.store),
    ...assets(before, after, world.store),
    ...outbox(after, world),
    ...effects(after),
  ];
}

export interface StateWorld {
  store: SimStore;
  /** Ids of the events that the broker has for good; nothing where there is no broker. */
  brokerHas: ReadonlySet<string> | undefined;
}

function* derivatives(before: Snapshot, after: Snapshot, store: SimStore): Iterable<string> {
  for (const was of before.derivatives.values()) {
    const is = after.derivatives.get(was.name);
    if (!is) yield `the derivative ${was.name} is gone`;
    else if (is.object_key !== was.object_key || is.sha256 !== was.sha256 || is.fence !== was.fence)
      yield `the derivative ${was.name} was published twice`;
  }
  for (const row of after.derivatives.values()) {
    if (before.derivatives.has(row.name)) continue;
    yield* verified(row, store);
    if (after.jobs.has(row.job_id)) yield `${row.name} is published, and its job lives on`;
    const job = before.jobs.get(row.job_id);
    if (job?.fence !== row.fence) yield `${row.name} names fence ${row.fence}; its job had ${job?.fence}`;
    yield* once(after, `derivative.published ${row.name}`);
    const source = row.name.slice(0, 64);
    const told = eventsOf(after, 'DerivativePublished', source);
    const made = [...after.derivatives.values()].filter(({ name }) => name.startsWith(source)).length;
    if (told !== made) yield `${made} derivatives of ${source} were announced ${told} times`;
  }
}

/** The row is the publication: what it names must lie in the store, whole. */
function* verified(row: DerivativeRow, store: SimStore): Iterable<string> {
  if (store.sha256Of(row.object_key) !== row.sha256)
    yield `${row.name} is published without its verified file`;
  const manifest = store.objects.get(row.manifest_key);
  if (!manifest) yield `${row.name} is published without its manifest`;
  else if (!manifest.body.includes(row.sha256)) yield `the manifest of ${row.name} is not about its file`;
}

function* assets(before: Snapshot, after: Snapshot, store: SimStore): Iterable<string> {
  for (const asset of after.assets.values()) {
    const was = before.assets.get(asset.id);
    if (!was || was.status === asset.status) continue;
    if (was.status === 'READY') yield `asset ${asset.id} was READY and is ${asset.status}`;
    if (asset.status !== 'READY') continue;
    if (store.sha256Of(`masters/${asset.master}`) !== asset.master)
      yield `asset ${asset.id} is READY without its master`;
    yield* once(after, `asset.ready ${asset.id}`);
    if (eventsOf(after, 'AssetReady', asset.id) !== 1) yield `asset ${asset.id} was not announced once`;
  }
}

function* once(after: Snapshot, act: string): Iterable<string> {
  const times = after.acts.get(act) ?? 0;
  if (times !== 1) yield `${times} times on record: ${act}`;
}

function eventsOf(after: Snapshot, type: string, key: string): number {
  return [...after.outbox.values()].filter((event) => event.type === type && event.key === key).length;
}

function* outbox(after: Snapshot, { brokerHas }: StateWorld): Iterable<string> {
  for (const { event_id, type, published } of after.outbox.values()) {
    if (!brokerHas && !published)
      yield `${type} ${event_id} waits in the outbox of a portal without a broker`;
    if (brokerHas && published && !brokerHas.has(event_id))
      yield `${type} ${event_id} is marked as published, and the broker does not have it`;
  }
}

function* effects(after: Snapshot): Iterable<string> {
  for (const { name, state } of after.inbox.values()) {
    const [consumer, eventId] = name.split(' ');
    const times = after.effects.get(eventId ?? '') ?? 0;
    const wanted = state === 'COMPLETED' ? 1 : 0;
    if (consumer === 'reader' && times !== wanted)
      yield `event ${name} is ${state} and was handled ${times} times`;
  }
}

/** What must be true once everything has come to rest. */
export function brokenAtRest(
  at: Snapshot,
  expected: { bad: ReadonlySet<string>; refused: ReadonlySet<string>; formats: readonly string[] },
): string[] {
  const broken: string[] = [];
  for (const { id, queue } of at.jobs.values()) broken.push(`job ${id} of ${queue} never came to an end`);
  for (const { event_id, type, published } of at.outbox.values())
    if (!published) broken.push(`${type} ${event_id} never left the outbox`);
  for (const { name, state } of at.inbox.values())
    if (state !== 'COMPLETED') broken.push(`event ${name} was never handled`);
  for (const { id, status } of at.assets.values()) {
    const wanted = expected.bad.has(id) ? 'FAILED' : 'READY';
    if (status !== wanted) broken.push(`asset ${id} is ${status} in the end, not ${wanted}`);
  }
  for (const { id, master } of at.assets.values())
    for (const format of master ? expected.formats : []) {
      const isThere = at.derivatives.has(`${master}/teacher/1/${format}`);
      if (isThere === expected.refused.has(master ?? ''))
        broken.push(`the ${format} of asset ${id} is ${isThere ? 'there against its contract' : 'lost'}`);
    }
  return broken;
}
