import { parseTraceKey } from '#lib/policy/trace-key.ts';
import { type LinkTarget, type OwnAddresses, readLink } from './read-link.ts';

/** What a person pasted, read as what it can be. */
export type Question =
  | { kind: 'hash'; sha256: string }
  | { kind: 'link'; target: LinkTarget }
  /** A link to somewhere else, which is never opened. */
  | { kind: 'foreign'; host: string }
  | { kind: 'unclear' };

/** Reads a hash however it was written, a link of the portal or its store, or the name of a derivative. Pure. */
export function readQuestion(text: string, own: OwnAddresses): Question {
  const sha256 = readHash(text);
  if (sha256) return { kind: 'hash', sha256 };
  const claim = parseTraceKey(text.trim());
  if (claim) return { kind: 'link', target: claim };
  return readLink(text.trim(), own);
}

/** Upper or lower case, in groups or with colons, with the name of the algorithm in front. */
export function readHash(text: string): string | undefined {
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/^sha-?256[\s:=(]*/, '')
    .replace(/^0x/, '')
    .replaceAll(/[\s:.-]/g, '');
  return /^[0-9a-f]{64}$/.test(bare) ? bare : undefined;
}
