import { z } from 'zod';
import { auditResults } from '#lib/lifecycle.ts';
import { auditFields } from '#lib/observe/audit-fields.ts';

export const auditQuery = auditFields.extend({ limit: z.coerce.number().int().min(1).max(200).optional() });

export const auditPage = z.object({
  items: z.array(
    z.object({
      id: z.number().int(),
      at: z.iso.datetime(),
      actor: z.object({ kind: z.string(), id: z.uuid().nullable(), name: z.string() }),
      action: z.string(),
      subject: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }),
      request_id: z.string().nullable(),
      trace_id: z.string().nullable(),
      result: z.enum(auditResults),
      code: z.string().nullable(),
      detail: z.looseObject({}),
    }),
  ),
  next_cursor: z.string().nullable(),
});
