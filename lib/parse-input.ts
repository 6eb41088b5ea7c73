import { z } from 'zod';
import { isStorableText } from './storable-text.ts';

/**
 * Parses what came from outside. Text that PostgreSQL cannot hold is refused wherever it stands, so that no schema has
 * to think of it and no query meets it.
 */
export function parseInput<S extends z.ZodType>(
  schema: S,
  value: unknown,
): z.ZodSafeParseResult<z.output<S>> {
  const path = findUnstorable(value);
  if (path === undefined) return schema.safeParse(value);
  const message = 'This is not valid Unicode text.';
  const error = new z.ZodError([{ code: 'custom', path, message, input: undefined }]);
  return { success: false, error: error as z.ZodError<z.output<S>> };
}

/**
 * Where such text stands. A list of what is left to look at, since a body may nest deeper than the stack; each thing
 * once, since the arguments of a server action may hold themselves, or one thing under ever so many names.
 */
function findUnstorable(value: unknown): string[] | undefined {
  const left: { value: unknown; path: Path }[] = [{ value, path: undefined }];
  const seen = new Set<object>();
  for (let next = left.pop(); next; next = left.pop()) {
    const { value: at, path } = next;
    if (typeof at === 'string' && !isStorableText(at)) return namesOf(path);
    if (typeof at !== 'object' || at === null || seen.has(at)) continue;
    seen.add(at);
    for (const [name, member] of Object.entries(at)) {
      if (!isStorableText(name)) return namesOf(path);
      if (typeof member === 'string' || typeof member === 'object')
        left.push({ value: member, path: { name, above: path } });
    }
  }
  return undefined;
}

type Path = { name: string; above: Path } | undefined;

function namesOf(path: Path): string[] {
  const names: string[] = [];
  for (let at = path; at; at = at.above) names.push(at.name);
  return names.reverse().slice(0, 20);
}
