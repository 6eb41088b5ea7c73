'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { CloseIcon } from '#components/ui/icons.tsx';
import { type FetchStage, fetchFile, type RequestFile, saveFile } from './fetch-file.ts';
import { type TrayItem, tray, trayKey } from './tray-store.ts';
import { useTray } from './use-tray.ts';

type State = FetchStage | 'saved' | { failed: string };

const words: Readonly<Record<FetchStage | 'saved', string>> = {
  asking: 'asking…',
  waiting: 'waiting for its turn…',
  making: 'being made…',
  saved: 'in your downloads',
};

/** Browsers drop a download that starts on the heels of another. */
const gapMs = 1200;

/** The selection, at the foot of every catalog page while there is one. Downloads its files one after another. */
export function Tray({ owner, requestFile }: { owner: string; requestFile: RequestFile }) {
  const items = useTray(owner);
  const [states, setStates] = useState<Readonly<Record<string, State>>>({});
  const [running, setRunning] = useState(false);
  if (items.length === 0) return null;
  const saved = items.filter((item) => states[trayKey(item)] === 'saved').length;
  const set = (key: string, state: State) => setStates((before) => ({ ...before, [key]: state }));

  async function downloadAll() {
    setRunning(true);
    for (const item of items) {
      const key = trayKey(item);
      if (states[key] === 'saved') continue;
      const fetched = await fetchFile(() => requestFile(item), {
        onStage: (stage) => set(key, stage),
        signal: new AbortController().signal,
      });
      set(key, fetched.ok ? 'saved' : { failed: fetched.message });
      if (!fetched.ok) continue;
      saveFile(fetched.url);
      await new Promise((resolve) => setTimeout(resolve, gapMs));
    }
    setRunning(false);
  }

  return (
    <aside
      aria-label="Selection"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line-strong bg-surface shadow-sheet md:inset-x-auto md:right-[clamp(1rem,3vw,3rem)] md:bottom-3 md:w-[24rem] md:rounded-sheet md:border"
    >
      <div className="flex items-center gap-1 px-2 py-1">
        <p className="flex-1 text-small font-medium" role="status">
          {items.length} {items.length === 1 ? 'file' : 'files'} selected
          {saved > 0 && <span className="text-ink-soft">, {saved} downloaded</span>}
        </p>
        {saved < items.length && (
          <Button
            aria-disabled={running}
            kind="primary"
            onClick={() => !running && downloadAll()}
            size="small"
          >
            {running ? `${saved + 1} of ${items.length}…` : 'Download'}
          </Button>
        )}
        <Button disabled={running} kind="quiet" onClick={() => tray.clear(owner)} size="small">
          Clear
        </Button>
      </div>
      <ul className="max-h-[32dvh] overflow-y-auto border-t border-line px-2 py-0.5">
        {items.map((item) => (
          <TrayRow
            item={item}
            key={trayKey(item)}
            owner={owner}
            running={running}
            state={states[trayKey(item)]}
          />
        ))}
      </ul>
    </aside>
  );
}

function TrayRow({
  item,
  owner,
  running,
  state,
}: {
  item: TrayItem;
  owner: string;
  running: boolean;
  state: State | undefined;
}) {
  const failed = typeof state === 'object' ? state.failed : undefined;
  return (
    <li className="flex items-start gap-1 py-0.5 text-caption">
      <span className="min-w-0 flex-1">
        <span className="block truncate">
          {item.title} <span className="text-ink-soft">· {item.label}</span>
        </span>
        {failed && <span className="block text-fail">{failed}</span>}
        {typeof state === 'string' && <span className="block text-ink-soft">{words[state]}</span>}
      </span>
      <button
        aria-label={`Take ${item.label} of ${item.title} out of the selection`}
        className="inline-flex size-3 shrink-0 items-center justify-center rounded-control hover:bg-hover"
        disabled={running}
        onClick={() => tray.remove(owner, trayKey(item))}
        type="button"
      >
        <CloseIcon size={14} />
      </button>
    </li>
  );
}
