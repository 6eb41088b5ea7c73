import {
  type Attributes,
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

/** Where no tracer was started, all of this does nothing and costs next to nothing. */
const tracer = trace.getTracer('blazon');

const traceparentPattern = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

export interface SpanOptions {
  kind?: keyof typeof SpanKind;
  /** The W3C `traceparent` it goes on from; left out, the span that is active here. */
  parent?: string | null | undefined;
  attributes?: Attributes;
}

/** One that its maker ends. */
export function startSpan(
  name: string,
  { kind = 'INTERNAL', parent, attributes = {} }: SpanOptions = {},
): Span {
  const above = parent === undefined ? context.active() : contextOf(parent);
  return tracer.startSpan(name, { kind: SpanKind[kind], attributes }, above);
}

/** Runs inside a span of its own, which ends with it and tells of what is thrown. */
export function inSpan<T>(name: string, options: SpanOptions, run: (span: Span) => Promise<T>): Promise<T> {
  const span = startSpan(name, options);
  return context.with(trace.setSpan(context.active(), span), async () => {
    try {
      return await run(span);
    } catch (error) {
      failSpan(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

export function failSpan(span: Span, error: unknown): void {
  span.recordException(error instanceof Error ? error : String(error));
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.message : '' });
}

/** Tells, once it is over, of something that took `ms` inside the active span; nothing where none is recorded. */
export function recordSpan(name: string, { ms, attributes }: { ms: number; attributes: Attributes }): void {
  if (!trace.getActiveSpan()?.isRecording()) return;
  const now = Date.now();
  tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime: now - ms }).end(now);
}

/** What a message or a row carries so that its reader can go on with the trace. */
export function activeTraceparent(): string | undefined {
  return traceparentOf(trace.getActiveSpan());
}

export function traceparentOf(span: Span | undefined): string | undefined {
  const active = span?.spanContext();
  if (!active || !trace.isSpanContextValid(active)) return undefined;
  return `00-${active.traceId}-${active.spanId}-${active.traceFlags.toString(16).padStart(2, '0')}`;
}

/** The trace a caller is in: that of the `traceparent` it sent, or of the active span. */
export function traceIdOf(sent?: string | null): string | undefined {
  return traceparentPattern.exec(sent ?? '')?.[1] ?? trace.getActiveSpan()?.spanContext().traceId;
}

function contextOf(traceparent: string | null): Context {
  const [, traceId, spanId, flags] = traceparentPattern.exec(traceparent ?? '') ?? [];
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  });
}
