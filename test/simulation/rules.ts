import type { Actor } from './actor.ts';
import type { Looked } from './sim-client.ts';
import type { InboxRow, JobRow, Snapshot } from './snapshot.ts';

/** A change from one committed state to the next, and who made it. */
export interface Move {
  before: Snapshot;
  after: Snapshot;
  actor: Actor;
  looked: Looked;
  now: number;
  leaseMs: number;
  /** The highest fence that each job or event has ever had. */
  highest: Map<string, number>;
}

/** Every rule that the move breaks, as a sentence. Pure but for `highest`, which it keeps up to date. */
export function brokenByMove(move: Move): string[] {
  const broken = [...endedJobs(move), ...keptJobs(move), ...newJobs(move), ...events(move)];
  return broken.map((sentence) => `${move.actor.name}: ${sentence}`);
}

function* endedJobs({ before, after, actor, looked, now }: Move): Iterable<string> {
  for (const job of before.jobs.values()) {
    if (after.jobs.has(job.id)) continue;
    const died = after.dead.get(job.id)?.open === true;
    if (actor.role === 'worker') yield* lawful(actor, job, looked.jobs ?? now, 'ended');
    else if (actor.role !== 'sweeper' || !died) yield `a ${actor.role} ended job ${job.id}`;
    else if (!isAbandoned(job, now)) yield `a sweep buried job ${job.id}, which somebody has under a lease`;
    if (!died) yield* hasResult(job, after);
  }
}

/** What ended without a dead letter has come to something. */
function* hasResult(job: JobRow, after: Snapshot): Iterable<string> {
  if (job.queue === 'derive' && !after.derivatives.has(job.key ?? ''))
    yield `derive job ${job.id} is gone, and there is neither its file nor a dead letter`;
  if (job.queue !== 'ingest') return;
  const [eventId, consumer] = (job.key ?? '').split('/');
  if (after.inbox.get(`${consumer} ${eventId}`)?.state === 'COMPLETED') return;
  // A delivery that came before the registration, which publishes the event again.
  const status = after.assets.get(job.asset_id ?? '')?.status;
  if (status !== 'UPLOADING') yield `ingest job ${job.id} is gone, and its event is not handled`;
}

function* keptJobs(move: Move): Iterable<string> {
  const { before, after, actor, looked, now, leaseMs, highest } = move;
  for (const job of after.jobs.values()) {
    const was = before.jobs.get(job.id);
    if (!was) continue;
    if (job.fence !== was.fence) {
      const top = highest.get(job.id) ?? 0;
      if (actor.role !== 'worker') yield `a ${actor.role} claimed job ${job.id}`;
      if (was.lease_until !== null) yield `job ${job.id} was claimed while under a lease`;
      if (was.run_at > now) yield `job ${job.id} was claimed ${was.run_at - now} ms before its time`;
      if ((job.fence ?? 0) <= top) yield `the fence of job ${job.id} went from ${top} to ${job.fence}`;
      highest.set(job.id, Math.max(top, job.fence ?? 0));
      yield* leaseFits(job, now, leaseMs);
    } else if (job.lease_until !== was.lease_until) {
      if (was.lease_until === null) yield `job ${job.id} has a lease without a claim`;
      if (actor.role === 'worker') yield* lawful(actor, was, looked.jobs ?? now, 'changed the lease of');
      else if (actor.role !== 'sweeper' || !isAbandoned(was, now))
        yield `a ${actor.role} took the lease of job ${job.id}`;
      if (job.lease_until !== null) yield* leaseFits(job, now, leaseMs);
    }
  }
}

/** Only who holds the job under its present fence, by a lease that the database says is valid, may do this. */
function* lawful(actor: Actor, job: JobRow, at: number, did: string): Iterable<string> {
  const held = actor.heldJobs.get(job.id);
  if (held !== job.fence) yield `${did} job ${job.id} under fence ${held}, and it has ${job.fence}`;
  if (job.lease_until === null) yield `${did} job ${job.id}, which nobody has under a lease`;
  else if (job.lease_until <= at) yield `${did} job ${job.id} ${at - job.lease_until} ms after its lease`;
}

function* leaseFits(job: JobRow, now: number, leaseMs: number): Iterable<string> {
  const left = (job.lease_until ?? 0) - now;
  if (left <= 0 || left > leaseMs + 1)
    yield `the lease of job ${job.id} ends in ${left} ms by the database's clock`;
}

function isAbandoned(job: JobRow, now: number): boolean {
  if (job.lease_until !== null) return job.lease_until <= now;
  return job.deadline !== null && job.deadline <= now;
}

function* newJobs({ before, after, actor }: Move): Iterable<string> {
  for (const job of after.jobs.values()) {
    if (before.jobs.has(job.id)) continue;
    if (after.dead.get(job.id)?.open) yield `job ${job.id} lives and lies among the dead letters`;
    if (job.fence !== null) yield `job ${job.id} was born under a lease`;
  }
  for (const letter of before.dead.values())
    if (letter.open && !after.dead.get(letter.id)?.open && actor.role !== 'requeuer')
      yield `a ${actor.role} took the dead letter ${letter.id} away`;
}

function* events(move: Move): Iterable<string> {
  const { before, after, actor, looked, now, highest } = move;
  for (const event of after.inbox.values()) {
    const was = before.inbox.get(event.name);
    const top = highest.get(event.name) ?? 0;
    if (event.fence < top) yield `the fence of event ${event.name} fell from ${top} to ${event.fence}`;
    if (was && was.fence !== event.fence) yield* tookOver(was, event, now);
    if (was?.state === 'COMPLETED' && event.state !== 'COMPLETED')
      yield `event ${event.name} was handled, and is open again`;
    if (was?.state === 'PROCESSING' && event.state === 'COMPLETED') {
      const buried = diedWith(move, event.name);
      if (!buried) yield* completed(actor, was, looked.inbox ?? now);
    }
    highest.set(event.name, Math.max(top, event.fence));
  }
  for (const event of before.inbox.values())
    if (event.state === 'COMPLETED' && !after.inbox.has(event.name) && actor.role !== 'requeuer')
      yield `a ${actor.role} forgot that event ${event.name} was handled`;
  for (const event of before.outbox.values()) {
    const is = after.outbox.get(event.event_id);
    if (!is) yield `event ${event.event_id} is gone from the outbox`;
    else if (event.published && !is.published) yield `event ${event.event_id} is unpublished again`;
  }
}

function* tookOver(was: InboxRow, event: InboxRow, now: number): Iterable<string> {
  if (was.state === 'COMPLETED') yield `event ${event.name} was claimed after it was handled`;
  else if ((was.lease_until ?? 0) > now && was.lease_owner !== event.lease_owner)
    yield `event ${event.name} was taken from ${was.lease_owner}, whose lease was valid`;
}

function* completed(actor: Actor, was: InboxRow, at: number): Iterable<string> {
  const held = actor.heldEvents.get(was.name);
  if (held !== was.fence) yield `completed event ${was.name} under fence ${held}, and it has ${was.fence}`;
  if ((was.lease_until ?? 0) <= at) yield `completed event ${was.name} after its lease`;
}

/** The event was closed by the death of its job. */
function diedWith({ before, after }: Move, name: string): boolean {
  const [consumer, eventId] = name.split(' ');
  return [...before.jobs.values()].some(
    (job) => job.key === `${eventId}/${consumer}` && after.dead.get(job.id)?.open === true,
  );
}
