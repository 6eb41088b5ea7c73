import type { Env } from '#lib/env.ts';
import { Problem } from '#lib/errors.ts';
import { type FoundRemover, findRemovers } from './removers/find-removers.ts';

/** Throws `invalid_request` where no such remover is installed. */
export function getRemover(env: Pick<Env, 'projectRoot' | 'PLUGINS_DIR'>, id: string): FoundRemover {
  const removers = findRemovers(env);
  const remover = removers.find((each) => each.id === id);
  if (remover) return remover;
  const message = `There is no remover “${id}” here. There is ${removers.map((each) => each.id).join(', ')}.`;
  throw new Problem('invalid_request', message, { details: { issues: [{ path: 'remover', message }] } });
}
