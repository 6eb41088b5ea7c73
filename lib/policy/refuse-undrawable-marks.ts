import { Problem } from '#lib/errors.ts';
import { missingLetters } from '#lib/fonts/mark-fonts.ts';
import type { Services } from '#lib/services.ts';
import type { OutputContract } from './output-contract.ts';
import { type MarkIssue, tryMarks } from './try-marks.ts';

/**
 * Throws `invalid_request` with an issue for each mark that no file could ever carry: letters that no font has, and
 * whatever fails when the mark is drawn once.
 */
export async function refuseUndrawableMarks(
  services: Pick<Services, 'env' | 'store' | 'log'>,
  contracts: readonly OutputContract[],
): Promise<void> {
  const missing = contracts.flatMap(missingOf);
  const issues = missing.length > 0 ? missing : await tryMarks(services, contracts);
  const [first] = issues;
  if (!first) return;
  const format = contracts[Number(first.path.split('.')[1])]?.format;
  throw new Problem('invalid_request', `The mark of “${format}” cannot be drawn. ${first.message}`, {
    details: { issues },
  });
}

function missingOf({ watermark }: OutputContract, index: number): MarkIssue[] {
  const missing = watermark.kind === 'text' ? missingLetters(watermark.text) : [];
  if (missing.length === 0) return [];
  const letters = `${missing.slice(0, 10).join(' ')}${missing.length > 10 ? ' …' : ''}`;
  return [
    {
      path: `contracts.${index}.watermark.text`,
      message: `The fonts have no ${letters}. Write the mark without.`,
    },
  ];
}
