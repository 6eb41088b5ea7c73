import type { RightsLines } from './rights-xmp.ts';

/** What ingest found in the master. An editor's own words are among the edits, which a cut-out inherits. */
export function rightsOf(facts: object): RightsLines | null {
  return 'rights' in facts ? (facts.rights as RightsLines | null) : null;
}
