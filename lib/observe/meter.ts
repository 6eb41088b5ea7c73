import type { Database } from '#db/client.ts';
import { addToSeries, type SeriesRow } from '#db/queries/metric-series.ts';
import { type CounterName, type HistogramName, histograms } from './metric-definitions.ts';

type Labels = Readonly<Record<string, string>>;

interface Pending {
  name: string;
  labels: Labels;
  /** Of a counter, or the sum of what was observed. */
  value: number;
  /** How many observations fell into each bucket, the one without a bound last. */
  buckets?: number[];
}

/**
 * What this process has counted since it last told the database. The sum over all processes lives there, so that a
 * worker needs no port, a scrape may ask any web process, and a restart makes no counter fall. A process that is killed
 * takes a few seconds of its measures with it, never a fact: facts are rows.
 */
export class Meter {
  readonly #db: Database;
  #pending = new Map<string, Pending>();
  #unsent: SeriesRow[] = [];
  #flushing: Promise<void> = Promise.resolve();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Name the labels of one metric in the same order everywhere. */
  count(name: CounterName, labels: Labels, by = 1): void {
    this.#of(name, labels).value += by;
  }

  observe(name: HistogramName, labels: Labels, seconds: number): void {
    const { buckets: bounds } = histograms[name];
    const pending = this.#of(name, labels);
    pending.buckets ??= new Array<number>(bounds.length + 1).fill(0);
    const first = bounds.findIndex((bound) => seconds <= bound);
    const bucket = first < 0 ? bounds.length : first;
    pending.buckets[bucket] = (pending.buckets[bucket] ?? 0) + 1;
    pending.value += Math.max(0, seconds);
  }

  /** Adds what is pending to the sum of all. What cannot be told now is told with the next. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.catch(() => {}).then(() => this.#flushOnce());
    return this.#flushing;
  }

  async #flushOnce(): Promise<void> {
    const deltas = [...this.#unsent, ...[...this.#pending.values()].flatMap(toRows)];
    this.#pending = new Map();
    // An answer that was lost after its commit is counted twice: rarer than a loss, and never a fall.
    this.#unsent = addUp(deltas);
    if (deltas.length > 0) await addToSeries(this.#db, this.#unsent);
    this.#unsent = [];
  }

  #of(name: string, labels: Labels): Pending {
    const key = [name, ...Object.values(labels)].join('\0');
    const known = this.#pending.get(key);
    if (known) return known;
    const fresh: Pending = { name, labels, value: 0 };
    this.#pending.set(key, fresh);
    return fresh;
  }
}

function toRows({ name, labels, value, buckets }: Pending): SeriesRow[] {
  if (!buckets) return [{ name, labels: textOf(labels), value }];
  const { buckets: bounds } = histograms[name as HistogramName];
  let below = 0;
  const cumulative = buckets.map((count, index) => {
    below += count;
    return {
      name: `${name}_bucket`,
      labels: textOf({ ...labels, le: String(bounds[index] ?? '+Inf') }),
      value: below,
    };
  });
  return [
    ...cumulative,
    { name: `${name}_sum`, labels: textOf(labels), value },
    { name: `${name}_count`, labels: textOf(labels), value: below },
  ];
}

function textOf(labels: Labels): string {
  return JSON.stringify(Object.fromEntries(Object.entries(labels).sort()));
}

/** One row a series: a statement may meet each row once only. */
function addUp(rows: readonly SeriesRow[]): SeriesRow[] {
  const sums = new Map<string, SeriesRow>();
  for (const row of rows) {
    const key = `${row.name} ${row.labels}`;
    sums.set(key, { ...row, value: row.value + (sums.get(key)?.value ?? 0) });
  }
  return [...sums.values()];
}

const meters = new WeakMap<Database, Meter>();

/** The one of this process for this database. */
export function meterOf(db: Database): Meter {
  const known = meters.get(db) ?? new Meter(db);
  meters.set(db, known);
  return known;
}
