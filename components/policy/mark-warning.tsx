import { Notice } from '#components/ui/notice.tsx';
import type { OutputContract } from '#lib/policy/output-contract.ts';
import { weakerMarks } from '#lib/policy/weaker-marks.ts';

interface Version {
  version: number;
  contracts: readonly OutputContract[];
}

/** Says where the files of another version are protected less; nothing where they are not. */
export function MarkWarning({ from, to }: { from: Version; to: Version }) {
  const sentences = weakerMarks(from, to);
  if (sentences.length === 0) return null;
  return (
    <Notice tone="warn">
      <span className="block font-medium">
        The mark of version {to.version} is weaker than that of version {from.version}:
      </span>
      {sentences.map((sentence) => (
        <span className="block" key={sentence}>
          {sentence}
        </span>
      ))}
    </Notice>
  );
}
