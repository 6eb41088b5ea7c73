import { peakOf, plotHeight, plotPath, plotWidth, type Series } from './plot-path.ts';

/**
 * How one figure went over the span of the page, in the colour of the text around it. What it says is said in words,
 * too: the figure of now before it, the peak below.
 */
export function Plot({
  title,
  series,
  now,
  format,
  peakWord = 'peak',
}: {
  title: string;
  series: Series;
  /** The figure of this moment, in words. */
  now: string;
  format: (value: number) => string;
  peakWord?: string;
}) {
  const peak = peakOf(series);
  const { line, area } = plotPath(series, peak);
  return (
    <figure className="min-w-0">
      <figcaption className="flex items-baseline justify-between gap-1">
        <span className="voice-label">{title}</span>
        <span className="figures text-small font-medium text-ink">{now}</span>
      </figcaption>
      <svg
        aria-hidden="true"
        className="mt-0.5 block h-6 w-full border-b border-line-strong"
        preserveAspectRatio="none"
        viewBox={`0 0 ${plotWidth} ${plotHeight}`}
      >
        <path className="opacity-15" d={area} fill="currentColor" />
        <path
          d={line}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p className="voice-label figures mt-0.5">{peak > 0 ? `${peakWord} ${format(peak)}` : 'quiet'}</p>
    </figure>
  );
}
