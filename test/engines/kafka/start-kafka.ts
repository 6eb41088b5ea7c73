import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '#local/free-port.ts';
import { cached, runTool } from '../engine-cache.ts';
import { type EngineProcess, startEngine } from '../engine-process.ts';
import { type SecureBroker, secureListener } from './secure-listener.ts';

export interface RunningKafka {
  brokers: string;
  /** The same broker by TLS, for those who say who they are. */
  secure: SecureBroker;
  /** Killed and started again on the same data and ports. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const pom = path.join(import.meta.dirname, 'pom.xml');
const clusterId = 'MkU3OEVBNTcwNTJENDM2Qg';
const minute = 60_000;

/** One broker that is its own controller, from Maven's packages, on loopback, with data that goes with it. */
export async function startKafka(): Promise<RunningKafka> {
  const classpath = path.join(await fetchKafka(), '*');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'blazon-kafka-'));
  const port = await freePort(19_000 + (process.pid % 500));
  const controllerPort = await freePort(port + 1);
  const securePort = await freePort(controllerPort + 1);
  const secure = await secureListener(folder, securePort);
  const settings = path.join(folder, 'server.properties');
  const listeners = [`PLAINTEXT://127.0.0.1:${port}`, secure.listener];
  writeFileSync(settings, properties(folder, listeners, controllerPort) + secure.properties);
  const java = (...args: string[]) => ['java', '-Xms128m', '-Xmx512m', '-cp', classpath, ...args] as const;
  const format = java(
    'kafka.tools.StorageTool',
    'format',
    '-t',
    clusterId,
    '-c',
    settings,
    ...secure.formatArguments,
  );
  await runTool(format[0], format.slice(1), { timeoutMs: minute });
  const start = () =>
    startEngine(java('kafka.Kafka', settings), {
      port,
      logFile: path.join(folder, 'kafka.log'),
      timeoutMs: minute,
    });
  let broker: EngineProcess = await start();
  return {
    brokers: `127.0.0.1:${port}`,
    secure: secure.broker,
    async restart() {
      await broker.kill();
      broker = await start();
    },
    async stop() {
      // What it would tidy up at its end is deleted with it.
      await broker.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function fetchKafka(): Promise<string> {
  const version = /<version>(\d+\.\d+\.\d+)<\/version>/.exec(readFileSync(pom, 'utf8'))?.[1];
  await runTool('java', ['-version'], { timeoutMs: minute });
  return cached(`kafka-${version}`, async (folder) => {
    const args = ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', '-DincludeScope=runtime'];
    await runTool('mvn', [...args, `-DoutputDirectory=${folder}`], { timeoutMs: 10 * minute });
  });
}

function properties(folder: string, listeners: readonly string[], controllerPort: number): string {
  return `
process.roles=broker,controller
node.id=1
listeners=${listeners.join(',')},CONTROLLER://127.0.0.1:${controllerPort}
advertised.listeners=${listeners.join(',')}
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SECURE:SASL_SSL
controller.quorum.voters=1@127.0.0.1:${controllerPort}
controller.listener.names=CONTROLLER
log.dirs=${path.join(folder, 'data')}
offsets.topic.num.partitions=1
offsets.topic.replication.factor=1
transaction.state.log.num.partitions=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
group.initial.rebalance.delay.ms=0
group.min.session.timeout.ms=1000
auto.create.topics.enable=false
`;
}
