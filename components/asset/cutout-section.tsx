'use client';

import Link from 'next/link';
import { useState } from 'react';
import type { PreviewPhoto } from '#components/policy/preview-photo.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { FormAction } from '#components/ui/use-form-action.ts';
import type { CutoutWorkList } from '#lib/cutout/list-cutout-work.ts';
import type { RemoverFacts } from '#lib/cutout/removers/remover.ts';
import type { CutoutAnswer } from '#lib/cutout/request-cutout.ts';
import { CutoutBench } from './cutout-bench.tsx';
import { CutoutQueue } from './cutout-queue.tsx';

/** Removing the background of a photo: what is under way, what failed, and the bench to make another one. */
export function CutoutSection({
  action,
  photo,
  work,
  removers,
  audience,
  nextVersion,
  hasCutout,
  mayAct,
}: {
  action: FormAction<CutoutAnswer>;
  /** The original that a cut-out is made from. */
  photo: PreviewPhoto;
  work: CutoutWorkList;
  removers: readonly RemoverFacts[];
  audience: string | null;
  nextVersion: number;
  hasCutout: boolean;
  mayAct: boolean;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const [answer, setAnswer] = useState<CutoutAnswer>();
  const isQuiet = work.under_way.length === 0 && work.failed.length === 0;
  if (!mayAct && isQuiet) return null;
  return (
    <section aria-labelledby="cutout-title" className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-1">
        <h2 className="voice-wide text-title" id="cutout-title">
          Background
        </h2>
        {mayAct && (
          <Button aria-expanded={isOpen} kind="secondary" onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? 'Close' : hasCutout ? 'Make another cut-out' : 'Remove background'}
          </Button>
        )}
      </div>
      <CutoutQueue action={action} assetId={photo.asset_id} mayAct={mayAct} work={work} />
      {answer?.state === 'made' && (
        <Notice className="mt-1" live tone="info">
          These settings made{' '}
          <Link className="underline" href={`?version=${answer.version}`} scroll={false}>
            version {answer.version}
          </Link>{' '}
          before: there is nothing new to make.
        </Notice>
      )}
      {isOpen && (
        <div className="mt-1 border-t border-line pt-2">
          <CutoutBench
            action={action}
            audience={audience}
            nextVersion={nextVersion + work.under_way.length}
            onKept={(kept) => {
              setAnswer(kept);
              if (kept.state === 'queued') setIsOpen(false);
            }}
            photo={photo}
            removers={removers}
            warning={work.base?.warning ?? null}
          />
        </div>
      )}
    </section>
  );
}
