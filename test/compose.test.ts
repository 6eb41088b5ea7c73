import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseBridgeEnv, parseEnv } from '#lib/env.ts';

const root = path.resolve('.');
interface Service {
  command?: string[];
  environment?: Record<string, string | number>;
  deploy?: { replicas: number };
  depends_on?: object;
  image?: string;
  volumes?: string[];
}
const { services, volumes } = parse(readFileSync(path.join(root, 'compose.yaml'), 'utf8'), {
  merge: true,
}) as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
};
const ours = Object.entries(services).filter(([, { image }]) => image === 'blazon');

/** As compose fills them in, with something of the right kind for what the operator must give. */
function settingsOf({ environment = {} }: Service): Record<string, string> {
  const filled = Object.entries(environment).map(([name, value]) => [
    name,
    String(value).replaceAll(/\$\{(\w+)(?::-([^}]*)|:\?)?\}/g, (_all, asked: string, fallback?: string) =>
      asked === 'SQS_QUEUE_URL' ? 'https://sqs.example.com/1/uploads' : (fallback ?? 'x'.repeat(32)),
    ),
  ]);
  return Object.fromEntries(filled) as Record<string, string>;
}

describe('the compose file', () => {
  it('runs two web and three worker processes, a relay, and a bridge where there is a queue', () => {
    expect(services.web?.deploy?.replicas).toBe(2);
    expect(services.worker?.deploy?.replicas).toBe(3);
    expect(ours.map(([name]) => name).sort()).toEqual(['bridge', 'relay', 'setup', 'web', 'worker']);
  });

  it.each(ours.map(([name, service]) => ({ name, service })))(
    'gives $name a command that is there and settings that it takes',
    ({ name, service }) => {
      const [program, script = ''] = service.command ?? [];
      expect(program).toBe('node');
      expect(existsSync(path.join(root, script))).toBe(true);
      const settings = settingsOf(service);
      if (name === 'bridge') expect(parseBridgeEnv(settings, 'poller').KAFKA_BROKERS).toEqual(['kafka:9092']);
      else expect(parseEnv(settings).EVENTS).toBe('kafka');
    },
  );

  it('names only services and volumes that it has', () => {
    for (const { depends_on = {}, volumes: mounts = [] } of Object.values(services)) {
      const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
      for (const name of needed) expect(Object.keys(services)).toContain(name);
      for (const mount of mounts) expect(Object.keys(volumes)).toContain(mount.split(':')[0]);
    }
  });

  it('has no secret in it', () => {
    for (const service of Object.values(services))
      for (const [name, value] of Object.entries(service.environment ?? {}))
        if (/SECRET|PASSWORD/.test(name)) expect(String(value)).toMatch(/^\$\{\w+:[?-]\}$/);
  });
});

describe('the Dockerfile', () => {
  it('starts a script that is there, on the Node that the project runs on', () => {
    const lines = readFileSync(path.join(root, 'Dockerfile'), 'utf8');
    const [, script = ''] = /^CMD \["node", "([^"]+)"\]$/m.exec(lines) ?? [];
    expect(existsSync(path.join(root, script))).toBe(true);
    expect(new Set(lines.match(/^FROM node:(\d+)/gm))).toEqual(new Set(['FROM node:24']));
  });
});
