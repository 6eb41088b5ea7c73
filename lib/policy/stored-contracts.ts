import { type OutputContract, outputContract } from './output-contract.ts';

/**
 * The contracts of a stored policy version. A setting that is newer than the version is read as its default; what
 * the rules of today would refuse is handed on as it was written, since history must stay readable. Pure.
 */
export function storedContracts(contracts: object): OutputContract[] {
  return (contracts as OutputContract[]).map(
    (contract) => outputContract.safeParse(contract).data ?? contract,
  );
}
