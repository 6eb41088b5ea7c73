import type { Metadata } from 'next';
import Link from 'next/link';
import { AddWebhookForm } from '#components/settings/add-webhook-form.tsx';
import { WebhookEntry } from '#components/settings/webhook-entry.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageSection } from '#components/ui/page-section.tsx';
import { pageCaller } from '#lib/auth/page-caller.ts';
import { webhookEvents } from '#lib/events/subscriptions.ts';
import { listWebhooks } from '#lib/webhooks/list-webhooks.ts';
import { addWebhook, deliverAgain, probeWebhook, rotateSecret, turnWebhook } from './actions.ts';

export const metadata: Metadata = { title: 'Webhooks' };

export default async function Webhooks() {
  const { services, caller } = await pageCaller('webhook.manage');
  const webhooks = await listWebhooks(services, caller);
  return (
    <>
      <PageHeader
        lead="Other systems that are told what happens here, as it happens, with a signature they can check."
        over={
          <Link className="underline underline-offset-2" href="/settings">
            Settings
          </Link>
        }
        title="Webhooks"
      />
      <PageSection lead="Calls are signed by the Standard Webhooks specification." title="Add one">
        <AddWebhookForm action={addWebhook} events={webhookEvents} />
      </PageSection>
      <PageSection
        lead="A receiver that does not answer is asked again for three days. One that answers 410 is switched off."
        title="Receivers"
      >
        {webhooks.length === 0 && <p className="text-small text-ink-soft">Nobody is told of anything yet.</p>}
        {webhooks.map((webhook) => (
          <WebhookEntry
            again={deliverAgain}
            key={webhook.id}
            now={new Date()}
            probe={probeWebhook}
            rotate={rotateSecret}
            timeZone={services.env.PORTAL_TIME_ZONE}
            turn={turnWebhook}
            webhook={webhook}
          />
        ))}
      </PageSection>
    </>
  );
}
