import type { Database, Trx } from '#db/client.ts';
import { findPolicyContracts, listVersionStates } from '#db/queries/policy-versions.ts';
import type { OutputContract } from './output-contract.ts';
import { type ReadingVersion, readingVersion } from './reading-version.ts';
import { storedContracts } from './stored-contracts.ts';

export type ReadingPolicy =
  | Exclude<ReadingVersion, { state: 'reads' }>
  | (Extract<ReadingVersion, { state: 'reads' }> & { contracts: OutputContract[] });

/** What an audience reads by now: the version whose files it is given, and its contracts. */
export async function findReadingPolicy(db: Database | Trx, audience: string): Promise<ReadingPolicy> {
  const policies = await findReadingPolicies(db, [audience]);
  return policies.get(audience) ?? { state: 'none' };
}

/** The same for several audiences, or for all. */
export async function findReadingPolicies(
  db: Database | Trx,
  audiences?: readonly string[],
): Promise<Map<string, ReadingPolicy>> {
  if (audiences?.length === 0) return new Map();
  const states = Map.groupBy(await listVersionStates(db, audiences), ({ audience }) => audience);
  const readings = [...states].map(([audience, rows]) => ({ audience, reading: readingVersion(rows) }));
  const contracts = await findPolicyContracts(
    db,
    readings.flatMap(({ audience, reading }) =>
      reading.state === 'reads' ? [{ audience, version: reading.version }] : [],
    ),
  );
  const byAudience = new Map(contracts.map((row) => [row.audience, storedContracts(row.contracts)]));
  return new Map(
    readings.map(({ audience, reading }) => [
      audience,
      reading.state === 'reads' ? { ...reading, contracts: byAudience.get(audience) ?? [] } : reading,
    ]),
  );
}
