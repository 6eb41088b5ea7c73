'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { type Fetched, type FetchStage, fetchFile, type RequestFile } from './fetch-file.ts';
import type { TrayItem } from './tray-store.ts';

type Progress = { stage: FetchStage } | { stage: 'failed'; message: string } | { stage: 'done' } | null;

/** One file on its way, for one button. Leaving the page stops the looking, never the work. */
export function useFetchFile(
  item: Pick<TrayItem, 'asset_id' | 'audience' | 'format'>,
  requestFile: RequestFile,
) {
  const [progress, setProgress] = useState<Progress>(null);
  const running = useRef<AbortController>(null);
  const { asset_id, audience, format } = item;

  useEffect(() => () => running.current?.abort(), []);

  const start = useCallback(async (): Promise<Fetched | undefined> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const fetched = await fetchFile(() => requestFile({ asset_id, audience, format }), {
      onStage: (stage) => !controller.signal.aborted && setProgress({ stage }),
      signal: controller.signal,
    });
    if (controller.signal.aborted) return undefined;
    setProgress(fetched.ok ? { stage: 'done' } : { stage: 'failed', message: fetched.message });
    return fetched;
  }, [asset_id, audience, format, requestFile]);

  return { progress, start };
}
