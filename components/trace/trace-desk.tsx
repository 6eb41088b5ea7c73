'use client';

import { useRouter } from 'next/navigation';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Notice } from '#components/ui/notice.tsx';
import type { TraceAnswer } from '#lib/deliver/trace/answer.ts';
import { formatBytes } from '#lib/format.ts';
import { AnswerView } from './answer-view.tsx';
import { AskedPicture } from './asked-picture.tsx';
import { FileDrop } from './file-drop.tsx';
import { sendFile } from './send-file.ts';
import { traceAddress } from './trace-address.ts';

type State =
  | { at: 'rest' }
  | { at: 'sending'; file: File; part: number | undefined }
  | { at: 'answered'; file: File; answer: TraceAnswer }
  | { at: 'failed'; file: File; message: string };

/**
 * Files come by dropping, choosing or pasting, anywhere on the page; what they are stands below. A link or a hash that
 * is pasted outside the field is asked for as if it stood in it.
 */
export function TraceDesk({
  maxBytes,
  timeZone,
  field,
  children,
}: {
  maxBytes: number;
  timeZone: string;
  /** Where a link or a hash is asked for. */
  field: ReactNode;
  /** The answer to that. */
  children: ReactNode;
}) {
  const [state, setState] = useState<State>({ at: 'rest' });
  const running = useRef<AbortController>(null);
  const router = useRouter();

  const trace = useCallback(
    async (file: File) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      if (file.size > maxBytes) {
        const message = `It has ${formatBytes(file.size)}, and ${formatBytes(maxBytes)} can be looked at. Scale the picture down and try that.`;
        setState({ at: 'failed', file, message });
        return;
      }
      setState({ at: 'sending', file, part: 0 });
      const outcome = await sendFile(file, controller.signal, (part) => {
        if (!controller.signal.aborted) setState({ at: 'sending', file, part });
      });
      if (controller.signal.aborted) return;
      setState(
        outcome.ok
          ? { at: 'answered', file, answer: outcome.answer }
          : { at: 'failed', file, message: outcome.message },
      );
    },
    [maxBytes],
  );

  const ask = useCallback(
    (text: string) => {
      running.current?.abort();
      setState({ at: 'rest' });
      router.push(traceAddress(text));
    },
    [router],
  );

  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const [file] = event.clipboardData?.files ?? [];
      const isTyping = event.target instanceof HTMLInputElement;
      const text = event.clipboardData?.getData('text').trim();
      if (file) void trace(file);
      else if (text && !isTyping) ask(text);
      else return;
      event.preventDefault();
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [trace, ask]);

  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-x-6 gap-y-3 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <FileDrop busy={state.at === 'sending' ? state : undefined} onFile={(file) => void trace(file)} />
        <search>{field}</search>
      </div>
      {state.at === 'failed' && (
        <Notice live tone="fail">
          <span className="font-medium [overflow-wrap:anywhere]">{state.file.name}</span>: {state.message}
        </Notice>
      )}
      <div aria-live="polite">
        {state.at === 'answered' ? (
          <AnswerView answer={state.answer} asked={<AskedPicture file={state.file} />} timeZone={timeZone} />
        ) : (
          state.at === 'rest' && children
        )}
      </div>
    </div>
  );
}
