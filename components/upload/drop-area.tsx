'use client';

import { useEffect, useRef, useState } from 'react';
import { UploadIcon } from '#components/ui/icons.tsx';
import { roomInWords } from './room-in-words.ts';
import type { UploadTarget } from './upload-settings.ts';

/** The whole window takes files. While some hang over it, it says where they would go. */
export function DropArea({
  target,
  onDrop,
}: {
  target: UploadTarget | null;
  onDrop: (files: readonly File[]) => void;
}) {
  const [isOver, setIsOver] = useState(false);
  const drop = useRef(onDrop);
  useEffect(() => {
    drop.current = onDrop;
  }, [onDrop]);

  useEffect(() => {
    // A picture of the page that is dragged holds a file too: only what comes from outside has no beginning here.
    let isOurs = false;
    const begin = () => {
      isOurs = true;
    };
    const finish = () => {
      isOurs = false;
    };
    const holdsFiles = (event: DragEvent) =>
      !isOurs && (event.dataTransfer?.types.includes('Files') ?? false);
    const over = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
      setIsOver(true);
    };
    const leave = (event: DragEvent) => {
      // Leaving an element for another one of the page has a related target; leaving the window has none.
      if (event.relatedTarget === null) setIsOver(false);
    };
    const end = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setIsOver(false);
      drop.current([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener('dragstart', begin);
    window.addEventListener('dragend', finish);
    window.addEventListener('dragenter', over);
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', end);
    return () => {
      window.removeEventListener('dragstart', begin);
      window.removeEventListener('dragend', finish);
      window.removeEventListener('dragenter', over);
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', end);
    };
  }, []);

  if (!isOver) return null;
  return (
    <div
      className="pointer-events-none fixed inset-1 z-50 flex flex-col items-center justify-center gap-2 rounded-sheet border-2 border-accent bg-surface/92 p-4 text-center"
      role="status"
    >
      <UploadIcon className="text-accent" size={40} />
      <p className="voice-wide text-heading">{target ? `Drop to add to ${target.name}` : 'Drop to upload'}</p>
      <p className="text-lead text-ink-soft">
        {target ? roomInWords(target) : 'You are asked which product they belong to.'}
      </p>
    </div>
  );
}
