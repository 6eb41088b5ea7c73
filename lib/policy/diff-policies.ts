import { formatCount } from '#lib/format.ts';
import type { OutputContract } from './output-contract.ts';

export type PolicyChange = {
  format: string;
  /** The change in one line, such as `campaign: opacity 40 % → 60 %`. */
  sentence: string;
} & (
  | { kind: 'added'; contract: OutputContract }
  | { kind: 'removed' }
  | {
      kind: 'changed';
      /** Of the setting in its contract, such as `watermark.opacity`. */
      path: string;
      /** The new value; undefined where the setting is left out by now. */
      value: Setting | undefined;
      /** The setting and its two values in words. */
      field: string;
      from: string;
      to: string;
    }
);

type Setting = string | number | boolean;

/**
 * What the second version gives that the first did not, format by format in the second's order. Applied to the first,
 * the changes give the second. Pure.
 */
export function diffPolicies(
  before: readonly OutputContract[],
  after: readonly OutputContract[],
): PolicyChange[] {
  const removed = before
    .filter(({ format }) => !after.some((contract) => contract.format === format))
    .map(({ format }): PolicyChange => ({ format, kind: 'removed', sentence: `${format}: no longer given` }));
  return [
    ...after.flatMap((contract) => {
      const old = before.find(({ format }) => format === contract.format);
      return old ? changesOf(old, contract) : [added(contract)];
    }),
    ...removed,
  ];
}

function added(contract: OutputContract): PolicyChange {
  const { format } = contract;
  return { format, kind: 'added', contract, sentence: `${format}: new` };
}

function changesOf(before: OutputContract, after: OutputContract): PolicyChange[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...Object.keys(now), ...Object.keys(old)])];
  return names
    .filter((name) => old[name] !== now[name])
    .map((name) => {
      const [from, to] = [shownValue(name, old[name]), shownValue(name, now[name])];
      const field = wordsOf(name);
      return {
        format: after.format,
        kind: 'changed',
        path: name,
        value: now[name],
        field,
        from,
        to,
        sentence: `${after.format}: ${field} ${from} → ${to}`,
      };
    });
}

/** Every setting of a contract under a path of its own. */
function fieldsOf(value: object, path = ''): Record<string, Setting> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
      if (member === undefined) return [];
      const own = path ? `${path}.${name}` : name;
      return member !== null && typeof member === 'object'
        ? Object.entries(fieldsOf(member, own))
        : [[own, member as Setting]];
    }),
  );
}

const plainWords: Readonly<Record<string, string>> = {
  label: 'name',
  media_type: 'type',
  'compression.palette': 'palette',
  'watermark.kind': 'mark',
  'watermark.text': 'text of the mark',
  'watermark.image_id': 'image of the mark',
  'watermark.tile.spacing': 'spacing of the repeated mark',
  'watermark.color': 'colour of the mark',
  'watermark.size': 'width of the mark',
  'watermark.shadow': 'shadow of the mark',
  'watermark.anchor': 'place of the mark',
  'watermark.outline': 'outline of the mark',
  'watermark.rotation': 'rotation of the mark',
  'watermark.margin': 'margin of the mark',
  'watermark.min_px': 'least height of the mark',
  'watermark.below_min': 'mark below its least height',
  max_bytes: 'most bytes',
  render: 'made',
};

const units: Readonly<Record<string, (value: number) => string>> = {
  max_width: inPixels,
  max_height: inPixels,
  min_width: inPixels,
  max_bytes: (bytes) => `${formatCount(bytes / 1000)} kB`,
  'watermark.min_px': inPixels,
  'watermark.opacity': inPercent,
  'watermark.size': inPercent,
  'watermark.margin': inPercent,
  'watermark.rotation': (degrees) => `${degrees}°`,
};

const plainValues: Readonly<Record<string, string>> = {
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/webp': 'WebP',
  'image/avif': 'AVIF',
  at_approval: 'at approval',
  on_demand: 'on request',
  srgb: 'sRGB',
  strip: 'none',
  traceable: 'copyright and its own name',
  true: 'yes',
  false: 'no',
};

/** What people wrote themselves is left as it is. */
const ownWords = ['label', 'watermark.text'];

function shownValue(path: string, value: Setting | undefined): string {
  if (value === undefined) return 'not set';
  if (ownWords.includes(path)) return `“${value}”`;
  return units[path]?.(Number(value)) ?? plainValues[String(value)] ?? String(value);
}

function inPixels(value: number): string {
  return `${formatCount(value)} px`;
}

/** As precise as the form takes it. */
function inPercent(fraction: number): string {
  return `${Number((fraction * 100).toPrecision(12))} %`;
}

function wordsOf(path: string): string {
  return plainWords[path] ?? (path.split('.').at(-1) ?? path).replaceAll('_', ' ');
}
