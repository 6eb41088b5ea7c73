import type { z } from 'zod';

/** What the schema makes of it, or an Error with a sentence a line. */
export function parseWith<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new Error(result.error.issues.map(({ message }) => message).join('\n'));
}
