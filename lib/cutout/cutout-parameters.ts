import { z } from 'zod';

/** Bounds and defaults of what an editor may turn. */
export const tolerance = { min: 2, max: 40, default: 10 };
export const featherPx = { min: 0, max: 20, default: 1 };

/** The remover that is always there: for things before plain backdrops. */
export const backdropRemover = 'backdrop';

const within = ({ min, max }: { min: number; max: number }, what: string, unit: string) => {
  const message = `${what} goes from ${min} to ${max} ${unit}.`;
  return z.number(message).min(min, message).max(max, message);
};

export const cutoutParameters = z.strictObject({
  /** The name of a remover that is there. */
  remover: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,39}$/, 'A remover is named in small letters, digits and hyphens.')
    .default(backdropRemover),
  /** Distance in Lab: what is nearer to the backdrop than this is taken for it. 1 is a difference one can just see. */
  tolerance: within(tolerance, 'The tolerance', '(a distance in Lab)').default(tolerance.default),
  /** In pixels of the photo: how wide the edge is softened. */
  feather_px: within(featherPx, 'The feather', 'pixels').default(featherPx.default),
  /** `open`: backdrop that shows through the thing goes, too. */
  holes: z.enum(['open', 'filled']).default('open'),
});
export type CutoutParameters = z.output<typeof cutoutParameters>;

/** Models find the thing by themselves: tolerance and holes are not theirs. */
export function usedParameters(parameters: CutoutParameters): Partial<CutoutParameters> {
  if (parameters.remover === backdropRemover) return parameters;
  const { remover, feather_px } = parameters;
  return { remover, feather_px };
}
