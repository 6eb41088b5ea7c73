'use client';

import { useState } from 'react';
import type { PreviewPhoto } from '#components/policy/preview-photo.ts';
import { usePreview } from '#components/policy/use-preview.ts';
import { useSettled } from '#components/policy/use-settled.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { type FormAction, useFormAction } from '#components/ui/use-form-action.ts';
import { backdropRemover, type CutoutParameters, cutoutParameters } from '#lib/cutout/cutout-parameters.ts';
import type { RemoverFacts } from '#lib/cutout/removers/remover.ts';
import type { CutoutAnswer } from '#lib/cutout/request-cutout.ts';
import { CompareStage } from './compare-stage.tsx';
import { CutoutFields } from './cutout-fields.tsx';
import { stageContract } from './stage-contract.ts';
import { useCutoutPreview } from './use-cutout-preview.ts';

/** Where a background is removed: turn, look, keep. */
export function CutoutBench({
  action,
  photo,
  removers,
  warning,
  audience,
  nextVersion,
  onKept,
}: {
  action: FormAction<CutoutAnswer>;
  /** The original. */
  photo: PreviewPhoto;
  removers: readonly RemoverFacts[];
  /** Why the built-in remover may do badly here. */
  warning: string | null;
  /** Through whose door the original is shown; null for people who may not ask there. */
  audience: string | null;
  nextVersion: number;
  onKept: (answer: CutoutAnswer) => void;
}) {
  const [parameters, setParameters] = useState<CutoutParameters>(() => cutoutParameters.parse({}));
  const settled = useSettled(parameters);
  const { picture, isCurrent, failure } = useCutoutPreview(photo.asset_id, settled);
  const original = usePreview(
    audience === null
      ? undefined
      : { audience, asset_id: photo.asset_id, version: photo.version, contract: stageContract },
  );
  const { form, pending, message } = useFormAction(action, onKept);
  const isTurning = JSON.stringify(settled) !== JSON.stringify(parameters);
  const isBusy = isTurning || (!isCurrent && !failure);
  return (
    <form {...form} className="grid min-w-0 gap-x-3 gap-y-2 xl:grid-cols-[minmax(0,1fr)_17rem]">
      <div className="min-w-0">
        {warning && parameters.remover === backdropRemover && (
          <Notice className="mb-1" tone="warn">
            {warning}
          </Notice>
        )}
        <CompareStage
          after={{ url: picture?.url, alt: `Cut-out of ${photo.name}` }}
          before={{ url: original.picture?.url, alt: `Original of ${photo.name}` }}
          isBusy={isBusy}
          placeholder={photo.placeholder}
          ratio={photo.width / photo.height}
        />
        <p className="figures mt-1 min-h-3 text-small" role="status">
          {isBusy && 'Being cut out…'}
          {!isBusy && isCurrent && picture && `${percent(picture.keptPart)} of the picture stays.`}
        </p>
        {failure && !isTurning && (
          <Notice live tone="fail">
            {failure}
          </Notice>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-2">
        <input name="asset_id" type="hidden" value={photo.asset_id} />
        <CutoutFields onParameters={setParameters} parameters={parameters} removers={removers} />
        {message && (
          <Notice live tone="fail">
            {message}
          </Notice>
        )}
        <Button aria-disabled={pending} className="self-start" kind="primary" type="submit">
          {pending ? 'Asking…' : `Keep as version ${nextVersion}`}
        </Button>
        <p className="voice-label">
          It is made from the master at full size. Nobody gets it before it is approved, and the original
          stays.
        </p>
      </div>
    </form>
  );
}

function percent(part: number): string {
  const hundredths = part * 100;
  return `${hundredths < 1 ? hundredths.toFixed(1) : Math.round(hundredths)} %`;
}
