import { DiagLogLevel, diag } from '@opentelemetry/api';
import type { Env } from '#lib/env.ts';
import type { Logger } from './log.ts';

export type TracingSettings = Pick<Env, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_SERVICE_NAME'>;

/**
 * Sends this process's spans by OTLP over HTTP, where `OTEL_EXPORTER_OTLP_ENDPOINT` says to; otherwise nothing is
 * loaded. Headers, sampler and batch sizes are read by the SDK from OpenTelemetry's own variables. A collector that
 * is away costs spans and a line of log, never work. `stop` sends what is left.
 */
export async function startTracing(
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: service }: TracingSettings,
  { part, log }: { part: string; log: Logger },
): Promise<{ stop(): Promise<void> }> {
  if (!endpoint) return { async stop() {} };
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  const warn = (message: string) => log.warn({ cause: message }, 'tracing');
  diag.setLogger({ error: warn, warn, info() {}, debug() {}, verbose() {} }, DiagLogLevel.WARN);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.namespace': service,
      'service.name': `${service}-${part}`,
      'service.instance.id': `${process.pid}`,
    }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  return { stop: () => provider.shutdown().catch((error: unknown) => warn(String(error))) };
}
