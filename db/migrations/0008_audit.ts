import { type Kysely, sql } from 'kysely';

const statements = [
  // A person's name as it was then: they may be called otherwise later. `code` says which way it ended, where
  // the three results do not say enough.
  `alter table audit_log
     add column actor_name text not null default '',
     add column code text`,
  // The last time rows of the log change: their ends are sorted into the three results, and what stood there
  // moves to `code`.
  `alter table audit_log disable trigger audit_log_never_change`,
  `update audit_log a set
     result = case
       when a.result = 'denied' or a.action ~ 'refused$' then 'refused'
       when a.action ~ 'failed$' then 'failed'
       else 'done' end,
     code = nullif(nullif(a.result, 'ok'), 'denied'),
     actor_name = coalesce(
       (select name from users where users.id = a.actor_id),
       case when a.actor_kind in ('person', 'token', 'anonymous') then '' else a.actor_kind end)`,
  `alter table audit_log add constraint an_act_is_done_refused_or_failed
     check (result in ('done', 'refused', 'failed'))`,
  `create or replace function refuse_change() returns trigger language plpgsql as
     $$ begin
       raise exception '% rows never change: % is refused', tg_table_name, lower(tg_op)
         using hint = 'Correct a row by adding another one.';
     end $$`,
  `create trigger audit_log_never_emptied before truncate on audit_log
     for each statement execute function refuse_change()`,
  // Always: also where a session calls itself a replica, which switches other triggers off.
  `alter table audit_log enable always trigger audit_log_never_change`,
  `alter table audit_log enable always trigger audit_log_never_emptied`,
  // Each ends in the order in which the log is read, so that any one filter, with or without a time, is a range of
  // one index, read as far as the page goes.
  `drop index audit_log_by_subject`,
  `drop index audit_log_by_actor`,
  `create index audit_log_by_time on audit_log (at desc, id desc)`,
  `create index audit_log_by_subject on audit_log (subject_id, at desc, id desc)`,
  `create index audit_log_by_action on audit_log (action, at desc, id desc)`,
  `create index audit_log_by_actor on audit_log (actor_id, at desc, id desc) where actor_id is not null`,
  `create index audit_log_by_system on audit_log (actor_kind, at desc, id desc)
     where actor_kind not in ('person', 'token', 'anonymous')`,
  `create index audit_log_by_request on audit_log (request_id, at desc, id desc) where request_id is not null`,
  `create index audit_log_by_trace on audit_log (trace_id, at desc, id desc) where trace_id is not null`,
  `create index audit_log_of_the_unsuccessful on audit_log (result, at desc, id desc) where result <> 'done'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
