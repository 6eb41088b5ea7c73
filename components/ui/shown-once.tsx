'use client';

import { useEffect, useId, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { CheckIcon, CopyIcon } from './icons.tsx';

/** A secret that is answered this once: shown whole, taken along by one press, gone with the page. */
export function ShownOnce({
  label,
  secret,
  hint = 'It is shown this once. Only its hash is kept, so that nobody can look it up later.',
}: {
  label: string;
  secret: string;
  hint?: string;
}) {
  const [isCopied, setIsCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new secret is what the focus goes to
  useEffect(() => {
    field.current?.focus();
    setIsCopied(false);
  }, [secret]);

  async function copy() {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(secret);
      setIsCopied(true);
    } catch {
      // Not every browser lets a page write there. It stands selected, for the person's own keys.
      field.current?.focus();
    }
  }

  return (
    <div className="rounded-control bg-ok-tint p-2">
      <label className="text-small font-medium" htmlFor={id}>
        {label}
      </label>
      <div className="mt-0.5 flex flex-wrap gap-1">
        <input
          aria-describedby={`${id}-hint`}
          className="min-h-5 min-w-0 flex-[1_1_16rem] rounded-control border border-line-strong bg-surface px-1.5 font-mono text-small"
          id={id}
          onFocus={(event) => event.currentTarget.select()}
          readOnly
          ref={field}
          spellCheck={false}
          value={secret}
        />
        <Button onClick={copy}>
          {isCopied ? <CheckIcon /> : <CopyIcon />}
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <p className="voice-label mt-0.5" id={`${id}-hint`}>
        {hint}
      </p>
      <span className="sr-only" role="status">
        {isCopied ? 'Copied.' : ''}
      </span>
    </div>
  );
}
