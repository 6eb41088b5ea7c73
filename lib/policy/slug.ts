import { z } from 'zod';

/** What audiences and formats are called in paths and names. `audience_is_a_slug` of the database is the same rule. */
export const slug = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, 'Use 1 to 40 small letters, digits and hyphens, a letter first.');
