import { z } from 'zod';

/** What somebody wrote into a field. */
export const writtenText = (most: number, name: string) =>
  z.string().trim().max(most, `${name} is over ${most} characters.`);

const day = z
  .string()
  .max(40)
  .transform((date) => date || null)
  .optional();

/** Check boxes: one that is ticked is a word, several are a list, none is nothing. */
const ticked = z
  .union([z.array(z.string().max(40)).max(1000), z.string().max(40)], 'Tick who may have this photo.')
  .transform((slugs) => [slugs].flat());

/** The fields of the form that approves a photo. */
export const approvalTerms = z.object({
  asset_id: z.uuid(),
  version: z.coerce.number<string>().int().min(1).max(1_000_000),
  audiences: ticked,
  note: writtenText(2000, 'The note').optional(),
  publish_from: day,
  publish_until: day,
});
