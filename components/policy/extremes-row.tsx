'use client';

import { classNames } from '#components/ui/class-names.ts';
import { WarningIcon } from '#components/ui/icons.tsx';
import { formatPixels } from '#lib/format.ts';
import type { OutputContract } from '#lib/policy/output-contract.ts';
import type { PreviewPhoto } from './preview-photo.ts';
import { requestOf } from './preview-photo.ts';
import { sampleViews } from './sample-views.ts';
import { usePreview } from './use-preview.ts';
import { useSettled } from './use-settled.ts';

/** After the picture that is looked at, so that this one comes first. */
const laterMs = 1200;

/** What the contract makes of the extremes that can come; each can be looked at in full. */
export function ExtremesRow({
  audience,
  contract,
  picked,
  onPick,
}: {
  audience: { slug: string; name: string };
  contract: OutputContract | undefined;
  picked: string;
  onPick: (assetId: string) => void;
}) {
  const settled = useSettled(contract, laterMs);
  return (
    <section aria-labelledby="extremes" className="min-w-0">
      <h3 className="mb-0.5 text-small font-medium" id="extremes">
        Extremes
      </h3>
      <ul className="flex gap-1 overflow-x-auto p-0.5">
        {sampleViews.map((view) => (
          <li className="shrink-0" key={view.sample}>
            <Extreme
              audience={audience}
              contract={settled}
              isPicked={view.asset_id === picked}
              onPick={() => onPick(view.asset_id)}
              view={view}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Extreme({
  audience,
  view,
  contract,
  isPicked,
  onPick,
}: {
  audience: { slug: string };
  view: PreviewPhoto & { label: string };
  contract: OutputContract | undefined;
  isPicked: boolean;
  onPick: () => void;
}) {
  const { picture, is_current, failure } = usePreview(
    contract && { audience: audience.slug, ...requestOf(view), contract },
  );
  const remark = failure ?? (is_current ? picture?.remarks : undefined);
  const size = picture ? formatPixels(picture.width, picture.height) : '';
  return (
    <button
      aria-pressed={isPicked}
      className="group flex flex-col items-start text-left"
      onClick={onPick}
      title={remark || size}
      type="button"
    >
      <span
        aria-busy={!is_current && !failure}
        className={classNames(
          'flex h-9 min-w-7 items-center justify-center bg-stage group-aria-pressed:outline-2 group-aria-pressed:outline-offset-2 group-aria-pressed:outline-ink',
          !picture && !failure && 'breathing',
        )}
      >
        {picture && !failure && (
          // biome-ignore lint/performance/noImgElement: an object URL of the renderer's own bytes
          <img
            alt=""
            className={classNames(
              'block max-h-9 max-w-[12rem]',
              contract?.alpha !== 'forbidden' && 'checkerboard',
              !is_current && 'opacity-50',
            )}
            src={picture.url}
          />
        )}
        {failure && <WarningIcon className="text-fail" />}
      </span>
      <span className="voice-label figures flex items-center gap-0.5">
        {view.label}
        {remark && !failure && <WarningIcon className="text-warn" size={12} />}
      </span>
      {remark && <span className="sr-only">{remark}</span>}
    </button>
  );
}
