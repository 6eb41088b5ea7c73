import { type DerivativeKey, derivativeName } from './derivative-job.ts';

/** The namespace of the one property that traceable files carry. */
export const traceNamespace = 'urn:blazon:trace:1:';
export const traceProperty = 'derivative';

/** What a preview carries where the file carries its policy version: it was published under none. */
const previewVersion = 'preview';

/** What the file of a derivative says of itself: its name. It is a claim, proved by the derivative's row alone. */
export function traceKey(key: DerivativeKey): string {
  return derivativeName(key);
}

/** As long as the file's own key, but for the digits of the version, so that both meet a size limit alike. */
export function previewKey({ source_hash, audience, format }: Omit<DerivativeKey, 'policy_version'>): string {
  return [source_hash, audience, previewVersion, format].join('/');
}

export type TraceClaim =
  | { kind: 'derivative'; name: DerivativeKey }
  | { kind: 'preview'; name: Omit<DerivativeKey, 'policy_version'> };

const keyShape = /^([0-9a-f]{64})\/([a-z0-9-]{1,40})\/(preview|[1-9]\d{0,8})\/([a-z0-9-]{1,40})$/;

/** What a text claims that stands where a key would, or nothing where it is none. Pure. */
export function parseTraceKey(text: string): TraceClaim | undefined {
  const [whole, source_hash = '', audience = '', version, format = ''] = keyShape.exec(text) ?? [];
  if (whole === undefined) return undefined;
  if (version === previewVersion) return { kind: 'preview', name: { source_hash, audience, format } };
  return { kind: 'derivative', name: { source_hash, audience, policy_version: Number(version), format } };
}

/** Prefixes have an end: without one, a long word of dots would be read from each of them on to its own end. */
const anyPrefix = '[\\w.-]{1,60}';
const carried = new RegExp(
  `<(${anyPrefix}):${traceProperty}>\\s*([^<>\\s]{1,200})\\s*</\\1:${traceProperty}>|\\b(${anyPrefix}):${traceProperty}="([^"<>]{1,200})"`,
);

/** The key that a file carries in its XMP, as an element or an attribute: editors rewrite one as the other. Pure. */
export function findTraceKey(xmp: string): string | undefined {
  if (!xmp.includes(traceNamespace)) return undefined;
  const found = carried.exec(xmp);
  const prefix = found?.[1] ?? found?.[3];
  return prefix && xmp.includes(`xmlns:${prefix}="${traceNamespace}"`)
    ? (found?.[2] ?? found?.[4])
    : undefined;
}
