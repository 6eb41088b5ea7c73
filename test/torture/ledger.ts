/** What a client sent, and what it was told. Nothing of it comes from the database: it is what the audit holds against it. */
export interface SentPhoto {
  productName: string;
  filename: string;
  sha256: string;
  /** What must become of it. */
  wanted: 'READY' | 'FAILED';
  assetId: string;
  objectKey: string;
  /** The store, the portal or both said that the bytes are there. */
  isAcknowledged: boolean;
  /** Those for whom its approval was answered. */
  audiences: readonly string[];
  /** Files that the portal promised on demand. */
  asked: { audience: string; format: string }[];
}

/** Grows while clients work. */
export class Ledger {
  readonly photos: SentPhoto[] = [];
  /** Names of products whose making was answered. */
  readonly products: string[] = [];
  requests = 0;
  /** Sent again, since the answer was none or said that it may be. */
  retries = 0;
  /** Sent twice on purpose. */
  duplicates = 0;
  /** What a client met that the interface does not promise. */
  readonly surprises: string[] = [];
}
