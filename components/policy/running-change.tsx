import Link from 'next/link';
import { Notice } from '#components/ui/notice.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { formatCount, formatPlural } from '#lib/format.ts';
import type { PolicyProgress } from '#lib/policy/get-policy-progress.ts';
import { RefreshWhile } from './refresh-while.tsx';

/** How far the files of the version that is read are: a bar while they are made, and why some of them cannot be. */
export function RunningChange({
  progress,
  clock,
}: {
  progress: PolicyProgress;
  clock: { now: Date; timeZone: string };
}) {
  const { version, promised, made, failed, retried, oldest } = progress;
  const isUnderWay = made + failed < promised;
  return (
    <div className="flex flex-col gap-1">
      {isUnderWay && (
        <div className="flex flex-col gap-0.5">
          <p aria-live="polite" className="figures text-small" id="change-progress">
            Version {version} is being made: {formatCount(made)} of {formatPlural(promised, 'file')}
          </p>
          <progress
            aria-labelledby="change-progress"
            className="block h-0.5 w-full appearance-none overflow-hidden bg-sunken [&::-moz-progress-bar]:bg-busy [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-busy [&::-webkit-progress-value]:transition-[width]"
            max={promised}
            value={made}
          />
          {oldest && (
            <p className="voice-label figures">
              Waiting longest: {oldest.format} of <PhotoName {...oldest} />, asked for{' '}
              <RelativeTime at={oldest.since} {...clock} />
              {retried > 0 && `. ${formatPlural(retried, 'file is', 'files are')} tried again after an error`}
            </p>
          )}
        </div>
      )}
      {failed > 0 && <Failures progress={progress} />}
      <RefreshWhile isUnderWay={isUnderWay} />
    </div>
  );
}

function Failures({ progress: { version, failed, failures } }: { progress: PolicyProgress }) {
  const told = failures.reduce((sum, { files }) => sum + files, 0);
  return (
    <Notice tone="fail">
      {formatPlural(failed, 'file')} of version {version} could not be made.
      <ul className="figures mt-0.5 flex flex-col gap-0.5">
        {failures.map(({ format, message, files, ...photo }) => (
          <li key={`${format} ${message}`}>
            {formatPlural(files, `${format} file`)}: {message} See <PhotoName {...photo} />
            {files > 1 && ` and ${formatPlural(files - 1, 'other')}`}.
          </li>
        ))}
        {told < failed && <li>The others have further reasons; each photo’s page names its own.</li>}
      </ul>
    </Notice>
  );
}

function PhotoName({ asset_id, name }: { asset_id: string | null; name: string | null }) {
  if (!asset_id) return 'a photo that is gone';
  return (
    <Link className="underline" href={`/library/${asset_id}`} prefetch={false}>
      {name}
    </Link>
  );
}
