export type Series = readonly (number | null)[];

/** The plot's own units: drawn at any width, its strokes keep theirs. */
export const plotWidth = 240;
export const plotHeight = 48;

/**
 * The path of a line and of the area below it, left to right, broken where nobody looked. `top` is the value at the
 * upper edge. Pure.
 */
export function plotPath(series: Series, top: number): { line: string; area: string } {
  const step = plotWidth / Math.max(1, series.length - 1);
  const x = (index: number) => round(index * step);
  // A pixel below the edge, so that a stroke at the top or the bottom is not cut.
  const y = (value: number) =>
    round(plotHeight - 1 - (plotHeight - 3) * Math.min(1, value / Math.max(top, 1e-9)));
  const line: string[] = [];
  const area: string[] = [];
  for (const { start, values } of runsOf(series)) {
    const points = values.map((value, index) => `${x(start + index)} ${y(value)}`);
    const from = x(start);
    const to = x(start + values.length - 1);
    // A run of one moment would have no length.
    line.push(values.length === 1 ? `M${points[0]}h1` : `M${points.join('L')}`);
    area.push(`M${from} ${plotHeight}L${points.join('L')}L${to} ${plotHeight}Z`);
  }
  return { line: line.join(''), area: area.join('') };
}

export function peakOf(series: Series): number {
  return Math.max(0, ...series.map((value) => value ?? 0));
}

function runsOf(series: Series): { start: number; values: number[] }[] {
  const runs: { start: number; values: number[] }[] = [];
  let open = false;
  for (const [index, value] of series.entries()) {
    if (value === null) open = false;
    else if (open) runs.at(-1)?.values.push(value);
    else {
      runs.push({ start: index, values: [value] });
      open = true;
    }
  }
  return runs;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
