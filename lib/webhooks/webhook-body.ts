import type { DomainEvent } from '#lib/events/event.ts';

/** What a receiver reads. Like what audiences get it is a whitelist: no person, no key of the store. */
export function webhookBody(event: DomainEvent, createdAt: Date): string {
  return JSON.stringify({
    type: event.type,
    timestamp: createdAt.toISOString(),
    data: { event_id: event.event_id, causation_id: event.causation_id, ...dataOf(event) },
  });
}

function dataOf(event: DomainEvent): Record<string, unknown> {
  switch (event.type) {
    case 'AssetUploaded':
      return { asset_id: event.payload.asset_id };
    case 'DerivativePublished': {
      const { source_hash, audience, policy_version, format } = event.payload;
      return {
        ...event.payload,
        url: `/api/derivatives/${source_hash}/${audience}/${policy_version}/${format}`,
      };
    }
    default:
      return { ...event.payload };
  }
}
