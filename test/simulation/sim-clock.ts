/**
 * Makes the database's clock a row: functions that stand before the built-in ones in the search path, and column
 * defaults that call them. Everything the product asks the database about time then answers what the simulation wants.
 */
export const clockStatements: readonly string[] = [
  'create schema sim',
  'create table sim.clock (now_at timestamptz not null)',
  `insert into sim.clock values ('2026-01-01T00:00:00Z')`,
  ...['clock_timestamp', 'statement_timestamp', 'transaction_timestamp', 'now'].map(
    (name) =>
      `create function sim.${name}() returns timestamptz language sql volatile as 'select now_at from sim.clock'`,
  ),
  // What a consumer without rows of the product's does about an event.
  'create table sim.effects (event_id uuid not null)',
  `do $$
   declare found record;
   begin
     for found in
       select table_name, column_name from information_schema.columns
       where table_schema = 'public' and column_default like '%clock_timestamp()%'
     loop
       execute format('alter table public.%I alter column %I set default sim.clock_timestamp()',
         found.table_name, found.column_name);
     end loop;
   end $$`,
];

export const simulatedPath = '-c search_path=sim,pg_catalog,public -c deadlock_timeout=50ms -c jit=off';
