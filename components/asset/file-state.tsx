import Link from 'next/link';
import { StatusDot, type Tone } from '#components/ui/status-dot.tsx';
import type { AssetFile, AssetFileState } from '#lib/review/list-asset-files.ts';

const words: Readonly<Record<AssetFileState, readonly [tone: Tone, word: string]>> = {
  published: ['ok', 'Published'],
  queued: ['busy', 'Being made'],
  failed: ['fail', 'Could not be made'],
  on_demand: ['idle', 'Made when someone asks'],
  missing: ['idle', 'Not made yet'],
};

/** Whether the audience's own file is there by now, and the way to why it looks as it does. */
export function FileState({ file }: { file: AssetFile }) {
  const [tone, word] = words[file.state];
  return (
    <span className="flex flex-wrap items-center gap-x-1">
      <StatusDot className="text-caption!" tone={tone}>
        {word}
      </StatusDot>
      {file.state === 'published' && (
        <Link
          className="text-caption underline underline-offset-2"
          href={`/files/${file.source_hash}/${file.audience}/${file.policy_version}/${file.format}`}
          prefetch={false}
        >
          Why it looks so
        </Link>
      )}
      {file.message && <span className="w-full text-caption text-fail">{file.message}</span>}
    </span>
  );
}
