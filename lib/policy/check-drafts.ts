import type { z } from 'zod';
import { type ContractDraft, contractOf } from './contract-draft.ts';
import { type OutputContract, outputContract, policyContracts } from './output-contract.ts';

export interface CheckedDrafts {
  /** Where nothing is wrong. */
  contracts?: OutputContract[];
  /** What is wrong in words, by the field's path such as `0.compression.quality`; of all together under ``. */
  errors: Readonly<Record<string, string>>;
}

/** All drafts of a new policy version by the rules that the server holds them to. Pure. */
export function checkDrafts(drafts: readonly ContractDraft[]): CheckedDrafts {
  const result = policyContracts.safeParse(drafts.map(contractOf), { error: sentenceOf });
  if (result.success) return { contracts: result.data, errors: {} };
  const errors: Record<string, string> = {};
  for (const { path, message } of result.error.issues) errors[path.join('.')] ??= message;
  return { errors };
}

/** One draft alone, to be previewed. */
export function contractOfDraft(draft: ContractDraft): OutputContract | undefined {
  return outputContract.safeParse(contractOf(draft)).data;
}

const units: Readonly<Record<string, readonly [factor: number, unit: string]>> = {
  max_width: [1, ' px'],
  max_height: [1, ' px'],
  min_width: [1, ' px'],
  min_px: [1, ' px'],
  max_bytes: [1 / 1000, ' kB'],
  opacity: [100, ' %'],
  size: [100, ' %'],
  margin: [100, ' %'],
  rotation: [1, '°'],
};

/** For what the schema has no words of its own: bounds with the unit that the form shows. */
function sentenceOf(issue: z.core.$ZodRawIssue): string | undefined {
  const [factor, unit] = units[String(issue.path?.at(-1))] ?? [1, ''];
  const measure = (value: number | bigint) => `${(Number(value) * factor).toLocaleString('en')}${unit}`;
  if (issue.code === 'too_small' && issue.origin === 'string') return 'Write something here.';
  if (issue.code === 'too_big' && issue.origin === 'string') return `At most ${issue.maximum} letters.`;
  if (issue.code === 'too_small' && issue.origin === 'array') return 'A policy has at least one format.';
  if (issue.code === 'too_big' && issue.origin === 'array') return `At most ${issue.maximum} formats.`;
  if (issue.code === 'too_small') return `At least ${measure(issue.minimum)}.`;
  if (issue.code === 'too_big') return `At most ${measure(issue.maximum)}.`;
  if (issue.code === 'invalid_type')
    return issue.expected === 'int' ? 'Give a whole number.' : 'Give a number.';
  return undefined;
}
