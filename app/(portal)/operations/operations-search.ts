import { z } from 'zod';
import { deadFilter } from '#lib/jobs/dead-filter.ts';

export const spans = {
  hour: { seconds: 3600, title: 'Last hour' },
  '6h': { seconds: 6 * 3600, title: '6 hours' },
  day: { seconds: 24 * 3600, title: 'Day' },
} as const;
type Span = keyof typeof spans;

export const ages = [
  { value: 'under 1h', name: 'In the last hour' },
  { value: 'under 1d', name: 'In the last day' },
  { value: 'over 1d', name: 'Older than a day' },
  { value: 'over 7d', name: 'Older than a week' },
] as const;

const empty = z.literal('').transform(() => undefined);
const word = z.union([empty, z.string().max(100)]).optional();

/** The fields of the filter as the address and the form have them; what cannot be read narrows nothing. */
export const letterFields = z.object({
  queue: word.catch(undefined),
  category: z.union([empty, deadFilter.shape.category]).catch(undefined),
  audience: word.catch(undefined),
  age: z
    .union([empty, z.enum(ages.map(({ value }) => value))])
    .optional()
    .catch(undefined),
});
export type LetterFields = z.output<typeof letterFields>;

export function readSpan(value: unknown): Span {
  return typeof value === 'string' && Object.hasOwn(spans, value) ? (value as Span) : 'hour';
}

/** What the fields mean to the commands. */
export function toDeadFilter({ age, ...fields }: LetterFields) {
  const [side, span] = age?.split(' ') ?? [];
  return deadFilter.parse({
    ...fields,
    ...(side === 'under' ? { newer_than: span } : side === 'over' ? { older_than: span } : {}),
  });
}

/** The fields that narrow, for links and hidden inputs. */
export function chosenFields(fields: LetterFields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}
