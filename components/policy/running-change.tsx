import { Notice } from '#components/ui/notice.tsx';
import { formatCount, formatPlural } from '#lib/format.ts';
import type { PolicyReach } from '#lib/policy/list-policy-reach.ts';
import { RefreshWhile } from './refresh-while.tsx';

/** How far the files of the version that is read are: a bar while they are made, a notice for those that cannot be. */
export function RunningChange({ reach: { version, promised, made, failed } }: { reach: PolicyReach }) {
  const isUnderWay = made + failed < promised;
  return (
    <div aria-live="polite" className="flex flex-col gap-1">
      {isUnderWay && (
        <div className="flex flex-col gap-0.5">
          <p className="figures text-small" id="change-progress">
            Version {version} is being made: {formatCount(made)} of {formatPlural(promised, 'file')}
          </p>
          <progress
            aria-labelledby="change-progress"
            className="block h-0.5 w-full appearance-none overflow-hidden bg-sunken [&::-moz-progress-bar]:bg-busy [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-busy [&::-webkit-progress-value]:transition-[width]"
            max={promised}
            value={made}
          />
        </div>
      )}
      {failed > 0 && (
        <Notice tone="fail">
          {formatPlural(failed, 'file')} of version {version} could not be made. The photo’s page in the
          library says why.
        </Notice>
      )}
      <RefreshWhile isUnderWay={isUnderWay} />
    </div>
  );
}
