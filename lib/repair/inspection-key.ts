import { derivativeName } from '#lib/policy/derivative-job.ts';

const pattern = /^derivatives\/([0-9a-f]{64})\/([^/]+)\/(\d{1,9})\/([^/]+)\/(\d{1,15})\/[^/]+$/;

export interface ObjectOfDerivative {
  key: string;
  name: string;
  audience: string;
  policyVersion: number;
  fence: number;
}

/** What the key of an object below `derivatives/` says of it; undefined where it is no such key. Pure. */
export function readDerivativeKey(key: string): ObjectOfDerivative | undefined {
  const [, source_hash = '', audience = '', version, format = '', fence] = pattern.exec(key) ?? [];
  if (!version) return undefined;
  const policyVersion = Number(version);
  const name = derivativeName({ source_hash, audience, policy_version: policyVersion, format });
  return { key, name, audience, policyVersion, fence: Number(fence) };
}
