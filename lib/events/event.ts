/** What each kind of event carries. Field names are those of the wire. */
export interface EventPayloads {
  AssetUploaded: {
    asset_id: string;
    bucket: string;
    object_key: string;
    etag: string;
    version_id: string | null;
    bytes: number;
  };
  AssetReady: { asset_id: string; version: number; source_hash: string };
  AssetApproved: { asset_id: string; approval_id: string };
  PolicyActivated: { audience: string; policy_version: number };
  DerivativePublished: {
    source_hash: string;
    audience: string;
    policy_version: number;
    format: string;
    sha256: string;
  };
}

export type EventType = keyof EventPayloads;

/** An event as a consumer receives it, whatever carried it. */
export type DomainEvent = {
  [Type in EventType]: {
    event_id: string;
    type: Type;
    /** Events with one key are about one thing; an asset id keeps an asset's events together. */
    key: string;
    payload: EventPayloads[Type];
    causation_id: string | null;
    request_id: string | null;
    trace_id: string | null;
    /** W3C `traceparent` of the span that made it true. */
    traceparent: string | null;
  };
}[EventType];

/** The payload of a job that brings an event to a consumer. */
export interface Delivery {
  event: DomainEvent;
  consumer: string;
}
