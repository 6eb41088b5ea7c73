import { createHash } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '#lib/policy/source-hash.ts';
import { cutoutParameters } from './cutout-parameters.ts';

/** How a cut-out was made: kept with the version, and with each job before it. */
export const madeHow = z.object({
  /** The version whose master it was made from. */
  from_version: z.number().int().min(1),
  from_master_sha256: z.string().regex(/^[0-9a-f]{64}$/),
  remover: z.object({
    id: z.string(),
    label: z.string(),
    /** As SPDX names it. */
    licence: z.string(),
    revision: z.string(),
  }),
  parameters: cutoutParameters.partial(),
});
export type MadeHow = z.output<typeof madeHow>;

/** Names what was asked for: asked for twice, it is the same cut-out. Another revision of a remover makes another. */
export function recipeSha256({ from_master_sha256, remover, parameters }: MadeHow, edits: unknown): string {
  const { id, revision } = remover;
  const recipe = canonicalJson({ from_master_sha256, remover: { id, revision }, parameters, edits });
  return createHash('sha256').update(recipe).digest('hex');
}
