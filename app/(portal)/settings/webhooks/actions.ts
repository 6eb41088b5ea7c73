'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { type ActionResult, action } from '#lib/action.ts';
import { disableWebhook, enableWebhook, rotateWebhookSecret } from '#lib/webhooks/change-webhook.ts';
import { createWebhook } from '#lib/webhooks/create-webhook.ts';
import { redeliverWebhook } from '#lib/webhooks/redeliver-webhook.ts';
import { testWebhook } from '#lib/webhooks/test-webhook.ts';
import { createWebhookFormSchema } from '#lib/webhooks/webhook-schemas.ts';

type Last = ActionResult<unknown> | null;
const permission = 'webhook.manage';
const path = '/settings/webhooks';
const one = z.object({ id: z.uuid() });

const add = action({ permission, schema: createWebhookFormSchema }, async ({ services, caller, input }) => {
  const { secret } = await createWebhook(services, caller, input);
  revalidatePath(path);
  return { url: input.url, secret };
});

const probe = action({ permission, schema: one }, async ({ services, caller, input }) => {
  const answer = await testWebhook(services, caller, input);
  revalidatePath(path);
  return answer;
});

const turn = action(
  { permission, schema: one.extend({ to: z.enum(['on', 'off']) }) },
  async ({ services, caller, input: { id, to } }) => {
    if (to === 'on') await enableWebhook(services, caller, { id });
    else await disableWebhook(services, caller, { id, reason: 'Switched off in the browser.' });
    revalidatePath(path);
  },
);

const rotate = action(
  { permission, schema: one.extend({ at_once: z.literal('yes').optional() }) },
  async ({ services, caller, input: { id, at_once } }) => {
    const overlapHours = at_once ? 0 : services.env.WEBHOOK_SECRET_OVERLAP_HOURS;
    const { secret } = await rotateWebhookSecret(services, caller, { id, overlapHours });
    revalidatePath(path);
    return { secret };
  },
);

const again = action(
  { permission, schema: z.object({ id: z.uuid(), event_id: z.uuid() }) },
  async ({ services, caller, input }) => {
    await redeliverWebhook(services, caller, { id: input.id, eventId: input.event_id });
    revalidatePath(path);
  },
);

export async function addWebhook(_last: Last, form: FormData) {
  return add(form);
}

export async function probeWebhook(_last: Last, form: FormData) {
  return probe(form);
}

export async function turnWebhook(_last: Last, form: FormData) {
  return turn(form);
}

export async function rotateSecret(_last: Last, form: FormData) {
  return rotate(form);
}

export async function deliverAgain(_last: Last, form: FormData) {
  return again(form);
}
