import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  service: string;
  attributes: Record<string, string>;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

interface Sent {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<CollectedSpan, 'attributes' | 'service'> & { attributes: Attribute[] })[] }[];
  }[];
}

/** Takes spans by OTLP over HTTP in JSON, as a collector does, and keeps them. */
export async function startCollector() {
  const spans: CollectedSpan[] = [];
  let resource: Record<string, string> = {};
  const server = http.createServer(async (request, response) => {
    const sent = await buffer(request);
    const isZipped = request.headers['content-encoding'] === 'gzip';
    const body: Sent = JSON.parse((isZipped ? gunzipSync(sent) : sent).toString('utf8'));
    for (const { resource: from, scopeSpans } of body.resourceSpans) {
      resource = plain(from.attributes);
      for (const span of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({
          ...span,
          service: resource['service.name'] ?? '',
          attributes: plain(span.attributes),
        });
    }
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () => spans,
    resource: () => resource,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function plain(attributes: Attribute[]): Record<string, string> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]));
}
