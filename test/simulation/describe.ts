/** A statement in a few words for the trace: what it does to which table, or its first words. */
export function describeStatement(sql: string, values: readonly unknown[] = []): string {
  const flat = sql.replaceAll('"', '').replace(/\s+/g, ' ').trim();
  const known = names.find(([pattern]) => pattern.test(flat));
  const first = values.find((value) => typeof value === 'string' && value.length <= 80);
  const about = first === undefined ? '' : ` (${first})`;
  return `${known ? known[1] : flat.slice(0, 60)}${about}`;
}

const names: readonly (readonly [RegExp, string])[] = [
  [/^update jobs set fence/, 'claim jobs'],
  [/^with renewed/, 'renew the leases of jobs'],
  [/^delete from jobs/, 'finish a job'],
  [/^select from jobs where id = \S+ and fence/, 'hold a job'],
  [/^with dead as/, 'bury a job'],
  [/^update jobs set lease_until = null, leased_by = null, attempts/, 'release jobs'],
  [/^update jobs set lease_until = null/, 'retry a job'],
  [/^with created as/, 'enqueue jobs'],
  [/^with revived as/, 'revive a job'],
  [/^insert into consumer_inbox .*lease_owner/, 'claim an event'],
  [/^insert into consumer_inbox/, 'close an event'],
  [/^update consumer_inbox set state/, 'complete an event'],
  [/^update consumer_inbox set lease_until = '-infinity'/, 'release an event'],
  [/^update consumer_inbox set lease_until/, 'renew the lease of an event'],
  [/^insert into outbox_events/, 'write an event to the outbox'],
  [/^update outbox_events/, 'mark events as published'],
  [/^insert into derivatives/, 'publish a derivative'],
  [/^insert into audit_log/, 'record'],
];
