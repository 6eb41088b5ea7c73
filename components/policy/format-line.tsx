import { formatCount, formatMediaType } from '#lib/format.ts';
import { explainMark } from '#lib/policy/explain-policy.ts';
import type { OutputContract } from '#lib/policy/output-contract.ts';

/** A format in one line: its name, what file it is and what mark it carries. */
export function FormatLine({ contract }: { contract: OutputContract }) {
  return (
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-1">
      <span className="text-small font-medium">{contract.label}</span>
      <span className="voice-label figures">
        {formatMediaType(contract.media_type)} · {boxOf(contract)} · {explainMark(contract)}
        {contract.render === 'on_demand' && ' · on request'}
      </span>
    </span>
  );
}

/** The greatest size in pixels. */
export function boxOf({ max_width, max_height }: Pick<OutputContract, 'max_width' | 'max_height'>): string {
  return max_width === max_height
    ? `${formatCount(max_width)} px`
    : `${formatCount(max_width)} × ${formatCount(max_height)} px`;
}
