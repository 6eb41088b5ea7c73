import type { OutputContract } from '#lib/policy/output-contract.ts';
import type { VersionEdits } from '#lib/policy/source-hash.ts';

/** The rights line: all of the master's metadata that the rules `copyright` and `traceable` let through. */
export interface Rights {
  creator?: string | undefined;
  rights?: string | undefined;
  credit?: string | undefined;
}

const longest = 500;

/**
 * What a file may say of its rights: the editor's words, else those that ingest found in the master (`facts` of its
 * row). Nothing where the contract strips, or where nothing is known.
 */
export function keptRights(
  contract: Pick<OutputContract, 'metadata'>,
  edits: VersionEdits | null,
  facts: object,
): Rights | undefined {
  if (contract.metadata === 'strip') return undefined;
  const found = ('rights' in facts && (facts.rights as Rights | null)) || {};
  const { creator, rights, credit } = { ...found, ...edits?.rights };
  const lines = Object.entries({ creator, rights, credit })
    .map(([name, line]) => [name, line?.trim().slice(0, longest)] as const)
    .filter(([, line]) => line);
  return lines.length === 0 ? undefined : Object.fromEntries(lines);
}
