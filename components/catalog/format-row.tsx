'use client';

import { useRouter } from 'next/navigation';
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { DownloadIcon } from '#components/ui/icons.tsx';
import { type FetchStage, type RequestFile, saveFile } from './fetch-file.ts';
import type { TrayItem } from './tray-store.ts';
import { TrayToggle } from './tray-toggle.tsx';
import { useFetchFile } from './use-fetch-file.ts';

type Stage = FetchStage | 'ready' | 'saved';

/** How far the button is filled, and how long it takes to get there: making one takes some seconds. */
const fills: Readonly<Record<Stage, readonly [width: string, seconds: number]>> = {
  asking: ['6%', 0.2],
  waiting: ['20%', 1],
  making: ['92%', 12],
  ready: ['100%', 0.2],
  saved: ['100%', 0.2],
};
const words: Readonly<Record<Stage, string>> = {
  asking: 'Asking for the file…',
  waiting: 'Waiting for its turn…',
  making: 'Being made for you…',
  ready: 'Ready to download.',
  saved: 'On its way to your downloads.',
};

interface FormatRowProps {
  item: TrayItem;
  owner: string;
  /** Pixels, size, type and mark, in words. */
  facts: ReactNode;
  /** Where the file is, once it is there. */
  url: string | undefined;
  /** Somebody has asked already: follow it from the start. */
  isUnderWay: boolean;
  requestFile: RequestFile;
  /** The same question as a form post, for before this has come alive. */
  requestFileByForm: (form: FormData) => Promise<void>;
  /** What else there is to say of this file. */
  children: ReactNode;
}

/** One format as one button: it asks, fills while the file is made, and hands it to the browser. */
export function FormatRow({
  item,
  owner,
  facts,
  url,
  isUnderWay,
  requestFile,
  requestFileByForm,
  children,
}: FormatRowProps) {
  const router = useRouter();
  const { progress, start } = useFetchFile(item, requestFile);
  const [isSaved, setSaved] = useState(false);
  const failed = progress?.stage === 'failed' ? progress.message : undefined;
  const stage = stageOf(progress?.stage, isUnderWay, isSaved);
  const busy = stage === 'asking' || stage === 'waiting' || stage === 'making';

  useEffect(() => {
    if (isUnderWay) void start().then((fetched) => fetched?.ok && router.refresh());
  }, [isUnderWay, start, router]);

  async function take(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (busy) return;
    const fetched = await start();
    if (!fetched?.ok) return;
    saveFile(fetched.url);
    setSaved(true);
    if (!url) router.refresh();
  }

  const [width, seconds] = fills[stage ?? 'asking'];
  const face = (
    <>
      <span
        aria-hidden="true"
        className={classNames(
          'absolute inset-y-0 left-0 bg-accent opacity-15 transition-[width] ease-settle',
          !stage && 'hidden',
        )}
        style={{ width, transitionDuration: `${seconds}s` }}
      />
      <span className="relative min-w-0 flex-1">
        <span className="block text-body font-medium">{item.label}</span>
        <span className="voice-label figures block">{facts}</span>
      </span>
      <DownloadIcon className="relative shrink-0" size={20} />
    </>
  );
  const className =
    'relative flex w-full items-center gap-2 overflow-hidden rounded-control border border-line-strong bg-surface px-2 py-1 text-left text-ink hover:bg-hover';
  return (
    <li className="flex flex-col gap-0.5">
      <div className="flex items-stretch gap-0.5">
        {url ? (
          <a className={className} download href={url} onClick={take}>
            {face}
          </a>
        ) : (
          <form action={requestFileByForm} className="min-w-0 flex-1">
            <input name="asset_id" type="hidden" value={item.asset_id} />
            <input name="audience" type="hidden" value={item.audience} />
            <input name="format" type="hidden" value={item.format} />
            <button aria-disabled={busy} className={className} onClick={take} type="submit">
              {face}
            </button>
          </form>
        )}
        <TrayToggle item={item} owner={owner} />
      </div>
      <p className={classNames('text-caption', failed ? 'text-fail' : 'text-ink-soft')} role="status">
        {failed ?? (stage && words[stage])}
      </p>
      {children}
    </li>
  );
}

function stageOf(
  progress: FetchStage | 'done' | 'failed' | undefined,
  isUnderWay: boolean,
  isSaved: boolean,
): Stage | undefined {
  if (progress === 'failed') return undefined;
  if (progress === 'done') return isSaved ? 'saved' : 'ready';
  return progress ?? (isUnderWay ? 'waiting' : undefined);
}
