import { z } from 'zod';
import { webhookEvents } from '#lib/events/subscriptions.ts';

/** What the console sends. */
const known = webhookEvents.join(', ');

export const createWebhookSchema = z.object({
  url: z
    .url({ protocol: /^https?$/, error: 'Give the address to call, such as https://example.com/hooks.' })
    .max(2000)
    .refine((url) => !hasCredentials(url), 'Leave the name and password out of the address.'),
  description: z.string().trim().max(200).default(''),
  event_types: z
    .array(z.enum(webhookEvents as [string, ...string[]], `An event is one of ${known}.`))
    .min(1, `Name at least one event: ${known}.`)
    .default(['AssetReady', 'DerivativePublished']),
});
export type CreateWebhookInput = z.output<typeof createWebhookSchema>;

/** As the form sends it: one ticked box is no list. */
export const createWebhookFormSchema = createWebhookSchema.extend({
  event_types: z.preprocess(
    (value) => (typeof value === 'string' ? [value] : (value ?? [])),
    createWebhookSchema.shape.event_types.unwrap(),
  ),
});

/** What is no address at all has none: that is said of it already. */
function hasCredentials(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return username !== '' || password !== '';
}
