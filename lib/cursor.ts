import { z } from 'zod';
import { Problem } from './errors.ts';
import { parseInput } from './parse-input.ts';

/**
 * A timestamp as PostgreSQL prints it: a JavaScript date would lose the microseconds and skip or repeat rows. One that
 * no clock shows is none, since a cursor may be forged and the database would fail on it.
 */
export const cursorStamp = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?[+-](0\d|1[0-5])(:[0-5]\d)?$/)
  .refine((stamp) => z.iso.date().safeParse(stamp.slice(0, 10)).success && !stamp.startsWith('0000'));

/** The place where the next page of a list begins: the sort values of the last row, opaque to clients. */
function encodeCursor(values: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** The values of a cursor; throws 400 for one that this list did not hand out. */
export function decodeCursor<S extends z.ZodType>(
  cursor: string | undefined,
  schema: S,
): z.output<S> | undefined {
  if (cursor === undefined) return undefined;
  const parsed = parseInput(schema, parseJson(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (parsed.success) return parsed.data;
  throw new Problem('invalid_request', 'The cursor is not one of this list: start again without it.');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** One page. The row read beyond `limit` is cut off; its presence is what says that there is a next page. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  shape: (row: Row) => Item,
  cursorOf: (row: Row) => readonly (string | number)[],
): { items: Item[]; next_cursor: string | null } {
  const kept = rows.slice(0, limit);
  const last = kept.at(-1);
  return {
    items: kept.map(shape),
    next_cursor: rows.length > limit && last !== undefined ? encodeCursor(cursorOf(last)) : null,
  };
}
