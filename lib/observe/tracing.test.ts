import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { systemCaller } from '#lib/auth/actor.ts';
import { readEventMessage, writeEventMessage } from '#lib/events/event-message.ts';
import { publishEvent } from '#lib/events/publish-event.ts';
import { publishTraced } from '#lib/events/publish-traced.ts';
import { relayEvents } from '#lib/events/relay-events.ts';
import { drainJobs } from '#lib/jobs/drain-jobs.ts';
import { enqueueJob } from '#lib/jobs/enqueue-jobs.ts';
import type { JobHandler } from '#lib/jobs/job.ts';
import { JobError } from '#lib/jobs/job-error.ts';
import { handledBy } from '#test/all-queues.ts';
import { startCollector } from '#test/collector.ts';
import { testServices } from '#test/services.ts';
import { activeTraceparent, inSpan, traceIdOf } from './spans.ts';
import { startTracing } from './tracing.ts';

const collector = await startCollector();
const { services } = await testServices({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
const { db, env, log } = services;
const kafka = { ...services, env: { ...env, EVENTS: 'kafka' as const } };
const tracing = await startTracing(env, { part: 'test', log });
const noop: JobHandler = { run: async () => ({ state: 'done' }) };
afterAll(() => collector.close());

describe('a trace', () => {
  it('goes on from whoever enqueued, through a dead letter, an event and a broker, to the last job', async () => {
    let attempts = 0;
    const first: JobHandler = {
      async run({ db }) {
        attempts += 1;
        if (attempts === 1) throw new JobError('internal', 'not yet', { permanent: true });
        await db.transaction().execute((trx) =>
          publishEvent(kafka, trx, {
            eventId: randomUUID(),
            type: 'AssetUploaded',
            key: randomUUID(),
            payload: {
              asset_id: randomUUID(),
              bucket: 'b',
              object_key: 'k',
              etag: 'e',
              version_id: null,
              bytes: 1,
            },
            caller: systemCaller('test'),
          }),
        );
        return { state: 'done' };
      },
    };
    const drain = (handler: JobHandler) =>
      drainJobs(services, handledBy(handler), { budgetMs: 5000, queues: ['plan', 'ingest'] });

    const traceId = await inSpan('request', { kind: 'SERVER' }, async () => {
      await enqueueJob(db, { queue: 'plan', payload: {} });
      return traceIdOf();
    });
    await drain(first);
    // As a requeue does it.
    await sql`insert into jobs (id, queue, payload, traceparent)
      select id, queue, payload, traceparent from dead_jobs`.execute(db);
    await drain(first);
    const messages: string[] = [];
    await relayEvents(services, (_trx, events) =>
      publishTraced(
        {
          async publish(sent) {
            messages.push(...sent.map((event) => writeEventMessage(event).value));
          },
          async close() {},
        },
        events,
      ),
    );
    const [event] = messages.map(readEventMessage);
    expect(event?.trace_id).toBe(traceId);
    await enqueueJob(db, { queue: 'ingest', payload: {}, traceparent: event?.traceparent });
    await drain(noop);
    await tracing.stop();

    const spans = collector.spans().filter((span) => span.traceId === traceId);
    const byId = new Map(spans.map((span) => [span.spanId, span.name]));
    const links = spans.map(({ name, parentSpanId }) => `${byId.get(parentSpanId ?? '') ?? '-'} > ${name}`);
    expect(links.toSorted()).toEqual([
      '- > request',
      'process plan > publish AssetUploaded',
      'publish AssetUploaded > process ingest',
      'request > process plan',
      'request > process plan',
    ]);
    const settlements = spans.flatMap(({ attributes }) => attributes['blazon.settlement'] ?? []);
    expect(settlements.toSorted()).toEqual(['dead', 'done', 'done']);
    expect(collector.resource()['service.name']).toBe('blazon-test');
  });

  it('is nobody’s where the sent header is malformed, and the sender’s where it is not', () => {
    expect(traceIdOf('00-zz-1-01')).toBeUndefined();
    expect(traceIdOf(`00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`)).toBe('a'.repeat(32));
    expect(activeTraceparent()).toBeUndefined();
  });
});
