import { z } from 'zod';

export const completeRequest = z.object({ key: z.string().min(1).max(1024) });

export const completeAnswer = z.object({
  /** The asset's id. */
  id: z.uuid(),
  /** The asset's page in the portal. */
  url: z.string(),
});
export type CompleteAnswer = z.output<typeof completeAnswer>;
