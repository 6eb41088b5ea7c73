import { currentActor } from './actor.ts';
import type { StoreFaults } from './sim-store.ts';
import type { Weather } from './weather.ts';

/** A fault that a test puts in, at the driver or in the store, so that the product has no hooks for it. */
export interface Plant {
  about: string;
  /** Statements as the fault would have them. */
  rewrite?: (sql: string) => string;
  store?: StoreFaults;
  /** The weather in which it shows soonest: a test of the suite cannot wait for it. */
  weather?: Partial<Weather>;
}

const lease = /\s+and coalesce\(lease_until, '-infinity'\) > clock_timestamp\(\)/;
const fenceOfOne = /\s+and fence = (\$\d+)/;

const pairs = /and \(id, fence\) in \(select \* from unnest\((\$\d+::uuid\[\]), (\$\d+::bigint\[\])\)\)/;

/** Changes statements that begin so; the parameter that is no longer asked for must still have a type. */
function on(start: RegExp, change: (sql: string) => string) {
  return (sql: string) => (start.test(sql) ? change(sql) : sql);
}

const finish = /^\s*delete from jobs\s+where id = \$/;
const hold = /^\s*select from jobs\s+where id = \$/;
const claimEvent = /^\s*insert into consumer_inbox[\s\S]*lease_owner/;
const completeEvent = /^\s*update consumer_inbox\s+set state = 'COMPLETED'/;

export const plants: Readonly<Record<string, Plant>> = {
  'finish-without-fence': {
    about: 'a job is finished under whatever fence it has',
    rewrite: on(finish, (sql) => sql.replace(fenceOfOne, ' and $1::bigint is not null')),
  },
  'finish-without-lease': {
    about: 'a job is finished after its lease',
    rewrite: on(finish, (sql) => sql.replace(lease, '')),
  },
  'fail-without-fence': {
    about: 'a failure is recorded under whatever fence the job has',
    weather: { sleep: 0.08, lost: 0.06 },
    rewrite: on(hold, (sql) => sql.replace(fenceOfOne, ' and $1::bigint is not null')),
  },
  'release-without-fence': {
    about: 'a job is given back under whatever fence it has',
    weather: { sleep: 0.08 },
    rewrite: on(/^\s*update jobs\s+set lease_until = null, leased_by = null, attempts/, (sql) =>
      sql.replace(pairs, 'and $1 is not null and $2 is not null'),
    ),
  },
  'renew-after-the-end': {
    about: 'a lease that has ended is renewed',
    rewrite: on(/^\s*with renewed/, (sql) => sql.replaceAll(new RegExp(lease, 'g'), '')),
  },
  'claim-what-is-leased': {
    about: 'a claim takes what somebody has under a lease',
    rewrite: on(/^\s*update jobs\s+set fence/, (sql) => sql.replace('lease_until is null and', '')),
  },
  'same-fence-again': {
    about: 'a job that is claimed again keeps its fence',
    rewrite: on(/^\s*update jobs\s+set fence/, (sql) =>
      sql.replace("(select nextval('fences'))", "coalesce(fence, (select nextval('fences')))"),
    ),
  },
  'lease-by-the-clock-of-the-process': {
    about: "a lease ends by the process's clock",
    rewrite: on(/^\s*update jobs\s+set fence/, (sql) =>
      sql.replace('lease_until = clock_timestamp()', () => {
        const off = currentActor.getStore()?.skewMs ?? 0;
        return `lease_until = clock_timestamp() + ${off} * interval '1 millisecond'`;
      }),
    ),
  },
  'sweep-without-a-second-look': {
    about: 'a sweep takes a job that was renewed since it was listed',
    rewrite: on(/^\s*select[\s\S]*for update skip locked/, (sql) =>
      sql.replace(/and jobs\.lease_until <= statement_timestamp\(\)/, ''),
    ),
  },
  'bury-without-a-letter': {
    about: 'a job that fails for good is deleted and nothing else',
    rewrite: on(/^\s*with dead as/, (sql) =>
      sql.replace(/\n\s*from dead\n/, '\n    from dead where false\n'),
    ),
  },
  'inbox-without-its-lease': {
    about: 'an event is claimed while somebody has it',
    rewrite: on(claimEvent, (sql) =>
      sql.replace(
        /and \(consumer_inbox\.lease_until <= clock_timestamp\(\) or consumer_inbox\.lease_owner = (\$\d+)\)/,
        'and $1::text is not null',
      ),
    ),
  },
  'inbox-claimed-again': {
    about: 'an event that was handled is claimed once more',
    rewrite: on(claimEvent, (sql) =>
      sql
        .replace(
          /where consumer_inbox\.state = 'PROCESSING'\s+and/,
          "where consumer_inbox.state <> 'none' and",
        )
        .replace('set fence', "set state = 'PROCESSING', completed_at = null, fence")
        .replace(
          /\(consumer_inbox\.lease_until <=/,
          "(consumer_inbox.state = 'COMPLETED' or consumer_inbox.lease_until <=",
        ),
    ),
  },
  'complete-without-fence': {
    about: 'an event is completed under whatever fence it has',
    weather: { sleep: 0.08 },
    rewrite: on(completeEvent, (sql) => sql.replace(/and fence = (\$\d+)/, 'and $1::bigint is not null')),
  },
  'complete-without-lease': {
    about: 'an event is completed after its lease',
    weather: { sleep: 0.05, timer: 0.3 },
    rewrite: on(completeEvent, (sql) => sql.replace('and lease_until > clock_timestamp()', '')),
  },
  'outbox-marks-all': {
    about: 'the relay marks whatever waits, and not what it published',
    weather: { sleep: 0.08, lost: 0, crash: 0 },
    rewrite: on(/^\s*update outbox_events set published_at/, (sql) =>
      sql.replace(
        'where event_id = any($1::uuid[])',
        'where published_at is null and $1::uuid[] is not null',
      ),
    ),
  },
  'published-over': {
    about: 'nobody looks whether a file is published, and a second publication replaces the first',
    rewrite: (sql) => {
      if (/^select "object_key"[\s\S]*from "derivatives"/.test(sql)) return `${sql} limit 0`;
      if (!/^insert into "derivatives"/.test(sql)) return sql;
      return sql.replace(
        'do nothing',
        'do update set fence = excluded.fence, object_key = excluded.object_key',
      );
    },
  },
  'publish-before-the-file': {
    about: 'a store says that it has what it does not keep, as if nobody had waited for it',
    store: { forgets: /^derivatives/ },
  },
  'publish-unverified': {
    about: 'what broke off in the middle is kept, as if no checksum were sent',
    weather: { cut: 0.5 },
    store: { keepsTorn: /^derivatives/ },
  },
};
