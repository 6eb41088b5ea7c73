import type { OutputContract } from '#lib/policy/output-contract.ts';
import { type Coding, listCodings } from './steps/codings.ts';
import type { Fitted } from './steps/fit-size.ts';

/** What the size limit cost this file, in words; undefined where it fitted at once. */
export function sizeRemark(
  { fileWidth, coding }: Fitted,
  fullWidth: number,
  contract: OutputContract,
): string | undefined {
  const gaveUpQuality = JSON.stringify(coding) !== JSON.stringify(listCodings(contract).levels[0]);
  const given = [
    fileWidth < fullWidth ? `${fileWidth} instead of ${fullWidth} px width` : undefined,
    gaveUpQuality ? codingInWords(coding) : undefined,
  ].filter((words) => words !== undefined);
  if (given.length === 0) return undefined;
  return `To keep ${contract.max_bytes?.toLocaleString('en')} bytes, the file has ${given.join(' and ')}.`;
}

function codingInWords({ quality, colours }: Coding): string {
  return colours === undefined ? `quality ${quality}` : `${colours} colours`;
}
