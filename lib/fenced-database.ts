import type { Database, Trx } from '#db/client.ts';

/**
 * The same database, whose transactions each end with `confirm`: what they did stands or falls with it. Statements
 * outside of transactions go through as they are.
 */
export function fencedDatabase(db: Database, confirm: (trx: Trx) => Promise<void>): Database {
  const execute: ReturnType<Database['transaction']>['execute'] = (run) =>
    db.transaction().execute(async (trx) => {
      const result = await run(trx);
      await confirm(trx);
      return result;
    });
  const transaction = () =>
    new Proxy(db.transaction(), {
      get: (builder, name) => (name === 'execute' ? execute : bound(builder, name)),
    });
  return new Proxy(db, {
    get: (target, name) => (name === 'transaction' ? transaction : bound(target, name)),
  });
}

/** Methods reach private fields, which a proxy has none of. */
function bound<T extends object>(target: T, name: string | symbol): unknown {
  const value = Reflect.get(target, name, target);
  return typeof value === 'function' ? value.bind(target) : value;
}
