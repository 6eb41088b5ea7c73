/** What parent and child say to each other over the IPC channel (advanced serialization: buffers stay buffers). */
export type ToChild = { request: unknown };
export type FromChild =
  | { kind: 'answer'; response: unknown }
  | { kind: 'failure'; message: string; code: string | undefined }
  | { kind: 'out-of-memory'; rssBytes: number };

/** The environment variable that tells a child its bound on resident memory. */
export const maxRssVariable = 'BLAZON_CHILD_MAX_RSS_BYTES';
