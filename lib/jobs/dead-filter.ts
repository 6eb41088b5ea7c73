import { z } from 'zod';
import { errorCategories } from '#lib/lifecycle.ts';

const slug = z.string().max(100);
const age = z
  .string()
  .regex(/^\d{1,5}[mhd]$/, 'An age is a number of minutes, hours or days, such as 30m, 2h or 7d.')
  .transform(ageInSeconds);

/** Which dead letters are meant; what is left out does not narrow. Pure: the page and the command share it. */
export const deadFilter = z.object({
  ids: z.array(z.uuid('This is no id of a job.')).min(1).max(1000).optional(),
  queue: slug.optional(),
  category: z.enum(errorCategories, `A category is one of ${errorCategories.join(', ')}.`).optional(),
  audience: slug.optional(),
  /** Dead for longer than this. */
  older_than: age.optional(),
  /** Dead for less than this. */
  newer_than: age.optional(),
});
export type DeadFilter = z.output<typeof deadFilter>;

function ageInSeconds(text: string): number {
  const seconds = { m: 60, h: 3600, d: 86_400 }[text.at(-1) as 'm' | 'h' | 'd'];
  return Number.parseInt(text, 10) * seconds;
}
