import { AggregatorRegistry, Registry } from 'prom-client';
import { countDeadLetters } from '#db/queries/dead-jobs.ts';
import { readLag } from '#db/queries/metric-facts.ts';
import { listSeries, type SeriesRow } from '#db/queries/metric-series.ts';
import { listQueueDepths } from '#db/queries/queue-samples.ts';
import { readFindingGauges } from '#db/queries/reconciliation-acts.ts';
import { workerSilenceSeconds } from '#db/queries/workers.ts';
import { queueNames } from '#lib/jobs/queues.ts';
import { runDueDuties } from '#lib/jobs/run-duties.ts';
import { errorCategories } from '#lib/lifecycle.ts';
import type { Services } from '#lib/services.ts';
import { counters, gauges, type HistogramName, histograms } from './metric-definitions.ts';
import { samplingDuty } from './sample-queues.ts';

export const metricsContentType = Registry.PROMETHEUS_CONTENT_TYPE;

interface Value {
  value: number;
  labels: Record<string, string>;
  metricName?: string;
}

/** Everything that can be scraped, in the Prometheus text format: the sums of all processes, and rows as they stand. */
export async function readMetrics(services: Pick<Services, 'db' | 'env' | 'store' | 'log'>): Promise<string> {
  const { db } = services;
  await runDueDuties(services, [samplingDuty], AbortSignal.timeout(5000));
  const [series, depths, dead, lag, reconciled] = await Promise.all([
    listSeries(db),
    listQueueDepths(db),
    countDeadLetters(db),
    readLag(db, workerSilenceSeconds),
    readFindingGauges(db),
  ]);
  const values = Map.groupBy(series, ({ name }) => name);
  const standing: Record<string, Value[]> = {
    blazon_jobs_queued: depths.flatMap(({ queue, audience, ready, delayed, leased }) =>
      Object.entries({ ready, delayed, leased }).map(([state, value]) => ({
        value,
        labels: { queue, audience, state },
      })),
    ),
    blazon_jobs_oldest_age_seconds: depths.map(({ queue, audience, oldest_seconds: value }) => ({
      value,
      labels: { queue, audience },
    })),
    blazon_dead_letters: withNoughts(dead),
    blazon_outbox_unpublished_events: [{ value: lag.outbox_events, labels: {} }],
    blazon_outbox_oldest_age_seconds: [{ value: lag.outbox_seconds, labels: {} }],
    blazon_inbox_processing_events: [{ value: lag.inbox_events, labels: {} }],
    blazon_inbox_oldest_age_seconds: [{ value: lag.inbox_seconds, labels: {} }],
    blazon_workers_alive: [{ value: lag.workers, labels: {} }],
    blazon_reconcile_findings: reconciled.findings.map(({ kind, act, times: value }) => ({
      value,
      labels: { kind, act },
    })),
    blazon_reconcile_age_seconds:
      reconciled.age_seconds === null ? [] : [{ value: reconciled.age_seconds, labels: {} }],
  };
  const metrics = [
    ...Object.entries(counters).map(([name, help]) =>
      metric(name, help, 'counter', listValues(values, name)),
    ),
    ...Object.entries(histograms).map(([name, { help }]) =>
      metric(name, help, 'histogram', histogramValues(values, name as HistogramName)),
    ),
    ...Object.entries(gauges).map(([name, help]) =>
      metric(name, help, 'gauge', standing[name] ?? listValues(values, name)),
    ),
  ];
  return AggregatorRegistry.aggregate([metrics]).metrics();
}

/** A series that is there from the start, so that the first letters are growth. */
function withNoughts(dead: readonly { queue: string; category: string; letters: number }[]): Value[] {
  const noughts = queueNames.flatMap((queue) =>
    errorCategories.map((category) => ({ queue, category, letters: 0 })),
  );
  const all = new Map([...noughts, ...dead].map((group) => [`${group.queue} ${group.category}`, group]));
  return [...all.values()].map(({ queue, category, letters: value }) => ({
    value,
    labels: { queue, category },
  }));
}

function metric(name: string, help: string, type: string, values: Value[]) {
  return { name, help, type, values, aggregator: 'sum' };
}

function listValues(series: ReadonlyMap<string, SeriesRow[]>, name: string): Value[] {
  return (series.get(name) ?? []).map(({ labels, value }) => ({
    value,
    labels: JSON.parse(labels) as Record<string, string>,
  }));
}

/** Its buckets in the order of their bounds, then sum and count, for each set of labels. */
function histogramValues(series: ReadonlyMap<string, SeriesRow[]>, name: HistogramName): Value[] {
  const bound = ({ labels }: Value) =>
    Number(labels.le?.replace('+Inf', 'Infinity') ?? Number.POSITIVE_INFINITY);
  return ['_bucket', '_sum', '_count'].flatMap((suffix) =>
    listValues(series, `${name}${suffix}`)
      .map((value) => ({ ...value, metricName: `${name}${suffix}` }))
      .sort((a, b) => bound(a) - bound(b)),
  );
}
