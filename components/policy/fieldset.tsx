import type { ReactNode } from 'react';

/** Fields that answer one question. */
export function Fieldset({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="border-t border-line pt-1.5">
      <legend className="voice-label float-left mb-1 w-full font-medium">{title}</legend>
      <div className="clear-both grid grid-cols-2 items-start gap-x-2 gap-y-1.5 sm:grid-cols-3">
        {children}
      </div>
    </fieldset>
  );
}
