import { formatPlural } from '#lib/format.ts';
import type { WorkEstimate } from './estimate-work.ts';
import type { ActivationImpact, FormatImpact } from './get-activation-impact.ts';

/** What an activation will do, in sentences, before it is done. `audience` is its name. Pure. */
export function explainActivation(impact: ActivationImpact, audience: string): string[] {
  const { version, replaces } = impact;
  const first =
    replaces === null
      ? `Version ${version} becomes the first that is given to ${audience}.`
      : replaces === version
        ? `The suspension of version ${version} ends: its files are given to ${audience} again.`
        : `Version ${version} takes the place of version ${replaces}.`;
  return [
    first,
    workSentence(impact, audience),
    ...stayingSentences(impact),
    ...failedSentence(impact),
    ...estimateSentence(impact.estimate),
    ...waitSentences(impact),
    ...onRequestSentence(impact.formats),
  ];
}

function workSentence({ photos, formats }: ActivationImpact, audience: string): string {
  if (photos === 0) return `No photo is approved for ${audience}, so there is nothing to make yet.`;
  const approved = `${formatPlural(photos, 'photo is', 'photos are')} approved for ${audience}.`;
  const toMake = sumOf(formats, ({ to_make }) => to_make);
  if (toMake === 0) return `${approved} Every file is there already and is given at once.`;
  const there = sumOf(formats, (format) => (format.on_request ? 0 : format.there));
  const anew = sumOf(formats, ({ to_make, published }) => Math.min(to_make, published));
  return [
    approved,
    anew > 0 && `${formatPlural(anew, 'published file is', 'published files are')} made anew.`,
    toMake > anew &&
      `${formatPlural(toMake - anew, 'file is', 'files are')} made${anew > 0 ? ' that nobody has yet' : ' now'}.`,
    there > 0 && `${formatPlural(there, 'file is', 'files are')} there already.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** What is published and is not made anew. */
function stayingSentences({ replaces, version, formats }: ActivationImpact): string[] {
  if (replaces === null || replaces === version) return [];
  const staying = formats.filter(({ on_request, published, there }) => on_request && published > there);
  const gone = formats.filter(({ change, published }) => change === 'removed' && published > 0);
  const isForward = replaces < version;
  return [
    ...staying.map(({ label, published }) =>
      isForward
        ? `${formatPlural(published, 'published file', 'published files')} of “${label}” ${published === 1 ? 'stays' : 'stay'} as of version ${replaces}, each until somebody asks for the new one.`
        : `“${label}” is made anew when somebody asks: version ${replaces} does not stand in for an older one.`,
    ),
    ...gone.map(
      ({ label, published }) =>
        `“${label}” is given no more: its ${formatPlural(published, 'file stays', 'files stay')} only under links that name version ${replaces}.`,
    ),
  ];
}

function failedSentence({ formats, version }: ActivationImpact): string[] {
  const failed = sumOf(formats, (format) => format.failed);
  if (failed === 0) return [];
  return [
    `${formatPlural(failed, 'file', 'files')} of version ${version} could not be made before and ${failed === 1 ? 'is' : 'are'} not tried again.`,
  ];
}

function estimateSentence(estimate: WorkEstimate): string[] {
  switch (estimate.state) {
    case 'nothing':
      return [];
    case 'no_worker':
      return ['No worker is running: nothing is made until one is started.'];
    case 'unmeasured':
      return [`How long it takes is unknown: no file like “${estimate.format}” has been measured yet.`];
    case 'estimated': {
      const { ms, workers, at_once, measured, same_formats, before } = estimate;
      const basis = `${formatPlural(measured, 'file')} of the same ${same_formats ? 'formats' : 'types'}`;
      const line = before > 0 ? ` ${formatPlural(before, 'file is', 'files are')} in line before.` : '';
      return [
        `It takes ${aboutHowLong(ms)} with ${formatPlural(workers, 'worker')}, ${formatPlural(at_once, 'file')} at a time, by what ${basis} took lately.${line}`,
      ];
    }
  }
}

/** As roughly as it is known. */
export function aboutHowLong(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 10) return 'a few seconds';
  if (seconds < 55) return `about ${Math.round(seconds / 10) * 10} s`;
  if (seconds < 90 * 60) return `about ${Math.max(1, Math.round(seconds / 60))} min`;
  return `about ${Math.round(seconds / 3600)} h`;
}

function waitSentences({ version, replaces, photos, formats }: ActivationImpact): string[] {
  const toMake = sumOf(formats, ({ to_make }) => to_make);
  if (photos === 0 || toMake === 0 || replaces === null || replaces === version) return [];
  return [
    replaces < version
      ? 'Until a new file is there, people get the one of the version before.'
      : `Where a file is missing, people wait until it is made: version ${replaces} does not stand in for an older one.`,
  ];
}

function onRequestSentence(formats: readonly FormatImpact[]): string[] {
  const labels = formats.filter(({ on_request }) => on_request).map(({ label }) => `“${label}”`);
  return labels.length === 0 ? [] : [`Made when somebody asks: ${labels.join(', ')}.`];
}

function sumOf(formats: readonly FormatImpact[], measure: (format: FormatImpact) => number): number {
  return formats.reduce((sum, format) => sum + measure(format), 0);
}
