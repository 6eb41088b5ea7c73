import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { runTool } from '../engine-cache.ts';

export interface SecureBroker {
  brokers: string;
  username: string;
  password: string;
  /** PEM; also the broker's own certificate. */
  caFile: string;
}

/** What a broker needs to be reached by TLS too, by one account, with a certificate for loopback made for it. */
export async function secureListener(folder: string, port: number) {
  const [username, password] = ['blazon', randomUUID()];
  const keyStore = path.join(folder, 'broker.p12');
  const store = ['-keystore', keyStore, '-storepass', password, '-alias', 'broker'];
  const subject = ['-dname', 'CN=localhost', '-ext', 'SAN=ip:127.0.0.1', '-validity', '2', '-keyalg', 'EC'];
  const tool = (...args: string[]) => runTool('keytool', args, { timeoutMs: 60_000 });
  await tool('-genkeypair', '-storetype', 'PKCS12', ...store, ...subject);
  const caFile = path.join(folder, 'ca.pem');
  writeFileSync(caFile, await tool('-exportcert', '-rfc', ...store));

  const account = `required username="${username}" password="${password}"`;
  const scram = ['SCRAM-SHA-256', 'SCRAM-SHA-512'];
  const broker: SecureBroker = { brokers: `127.0.0.1:${port}`, username, password, caFile };
  return {
    broker,
    listener: `SECURE://127.0.0.1:${port}`,
    /** SCRAM's accounts are part of what a broker's data is formatted with. */
    formatArguments: scram.flatMap((mechanism) => [
      '--add-scram',
      `${mechanism}=[name=${username},password=${password}]`,
    ]),
    properties: `
listener.name.secure.ssl.keystore.type=PKCS12
listener.name.secure.ssl.keystore.location=${keyStore}
listener.name.secure.ssl.keystore.password=${password}
listener.name.secure.sasl.enabled.mechanisms=PLAIN,${scram.join(',')}
${scram.map((mechanism) => `listener.name.secure.${mechanism.toLowerCase()}.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required;`).join('\n')}
listener.name.secure.plain.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule ${account} user_${username}="${password}";
`,
  };
}
