/**
 * What processes count and measure. Pure. Labels are names of queues, outcomes, categories, audiences and media types,
 * never ids: the number of series is bounded by the code and by how many audiences an admin makes.
 */
export const counters = {
  blazon_job_attempts_total: 'Attempts at jobs, by queue, audience and how they ended.',
  blazon_job_failures_total: 'Failed attempts, by queue and category of the error.',
  blazon_verification_failures_total:
    'Renders that did not meet their contract, by audience: nothing was published.',
  blazon_duplicate_deliveries_total:
    'Events and orders that had been handled before: an outcome, not an error.',
} as const;
export type CounterName = keyof typeof counters;

const seconds = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800];

export const histograms = {
  blazon_upload_to_master_seconds: {
    help: 'From the registration of an upload to its immutable master.',
    buckets: seconds,
  },
  blazon_transform_seconds: {
    help: 'Work on one derivative, from its claim to its publication, by media type.',
    buckets: seconds,
  },
  blazon_publish_latency_seconds: {
    help: 'From the order of a derivative to its publication, by audience.',
    buckets: [...seconds, 7200, 21_600],
  },
  blazon_job_attempt_seconds: { help: 'One attempt at a job, by queue.', buckets: seconds },
} as const;
export type HistogramName = keyof typeof histograms;

/** Read from rows at the moment of the scrape, or counted every few minutes where that takes whole tables. */
export const gauges = {
  blazon_jobs_queued: 'Living jobs by queue, audience and state: ready, delayed after a failure, or leased.',
  blazon_jobs_oldest_age_seconds:
    'How long the longest waiting ready job has been due, by queue and audience.',
  blazon_dead_letters: 'Dead letters that nobody has requeued or dismissed, by queue and category.',
  blazon_outbox_unpublished_events: 'Events that no transport has taken yet.',
  blazon_outbox_oldest_age_seconds: 'Age of the oldest of them.',
  blazon_inbox_processing_events: 'Events that are claimed and not completed.',
  blazon_inbox_oldest_age_seconds: 'Since the oldest of them was claimed.',
  blazon_workers_alive: 'Workers that were heard of within half a minute.',
  blazon_source_hashes: 'Different sources: master and edits.',
  blazon_published_derivatives: 'Published files, by audience.',
  blazon_published_source_hashes: 'Sources of which something is published, by audience.',
  blazon_reconcile_findings:
    'What the last reconciliation found, by kind and what was done; of `report` a person must do the rest.',
  blazon_reconcile_age_seconds: 'Since a reconciliation that was no dry run last came to its end.',
  blazon_repeated_success_events: 'Events of success beyond the first of their key: always 0.',
} as const;
