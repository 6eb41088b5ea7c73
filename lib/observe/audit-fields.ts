import { z } from 'zod';
import { auditResults } from '#lib/lifecycle.ts';
import { checkMoment } from '#lib/moment.ts';

const word = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, `At most ${longest} characters.`)
    .transform((text) => text || undefined)
    .optional();

const matching = (pattern: RegExp, message: string) =>
  z
    .string()
    .trim()
    .regex(pattern, message)
    .transform((text) => text || undefined)
    .optional();

/** In words what is wrong with it, beside what is wrong with other fields; read in the portal's time zone later. */
const moment = word(40).superRefine((text, context) => {
  const message = checkMoment(text);
  if (message) context.addIssue({ code: 'custom', message });
});

/**
 * What the audit log is searched by, as the address and a form have it: an empty field narrows nothing, one that is
 * misspelt is refused, since it would seem to narrow.
 */
export const auditFields = z.strictObject({
  /** Part of a name or email of today, or of an earlier name; or a part of the portal, such as `repair`. */
  person: word(200),
  action: matching(/^([a-z_]+\.[a-z_]+)?$/, 'An action is written like asset.approved.'),
  /** An id, an audience, the name of a file; or the address of its page. Of a photo, what was done to its files too. */
  subject: word(500),
  request_id: matching(/^([\w.:-]{1,128})?$/, 'A request id has letters, digits, “_”, “.”, “:” and “-”.'),
  /** 32 hex digits, alone or within a `traceparent`. */
  trace_id: matching(
    /^((00-)?[0-9a-f]{32}(-[0-9a-f]{16}-[0-9a-f]{2})?)?$/i,
    'A trace id is 32 digits of 0–9 and a–f.',
  ),
  result: z
    .enum(['', ...auditResults], 'A result is done, refused or failed.')
    .transform((text) => text || undefined)
    .optional(),
  /** A date of the portal's time zone, or a time with its offset. */
  from: moment,
  /** As `from`; a date is meant whole. */
  to: moment,
  cursor: word(2000),
});

export type AuditFields = z.output<typeof auditFields>;

/** The page of the log with these filters; the filters are its address. */
export function auditAddress(fields: Partial<AuditFields>, path = '/operations/audit'): string {
  const given = Object.entries(fields).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}
