'use client';

import { useEffect, useState } from 'react';
import { Notice } from '#components/ui/notice.tsx';
import { explainActivation } from '#lib/policy/explain-activation.ts';
import type { ActivationImpact as Impact } from '#lib/policy/get-activation-impact.ts';

/** What an activation would do by now, counted when it is asked for. */
export function ActivationImpact({
  audience,
  version,
}: {
  audience: { slug: string; name: string };
  version: number;
}) {
  const [impact, setImpact] = useState<Impact | 'unknown'>();
  useEffect(() => {
    const gone = new AbortController();
    fetchImpact(audience.slug, version, gone.signal).then(
      (counted) => gone.signal.aborted || setImpact(counted),
      () => gone.signal.aborted || setImpact('unknown'),
    );
    return () => gone.abort();
  }, [audience.slug, version]);

  if (impact === 'unknown')
    return (
      <Notice live tone="warn">
        What it would do could not be counted just now. Close this and open it again to see it.
      </Notice>
    );
  return (
    <ul aria-busy={!impact} className="figures flex min-h-9 flex-col gap-1 text-body" role="status">
      {impact ? (
        explainActivation(impact, audience.name).map((sentence) => <li key={sentence}>{sentence}</li>)
      ) : (
        <li className="breathing text-ink-soft">Being counted…</li>
      )}
    </ul>
  );
}

async function fetchImpact(audience: string, version: number, signal: AbortSignal): Promise<Impact> {
  const response = await fetch(`/api/audiences/${audience}/policies/${version}/impact`, { signal });
  if (!response.ok) throw new Error(`the impact was answered with ${response.status}`);
  return (await response.json()) as Impact;
}
