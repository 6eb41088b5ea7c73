import type { MadeHow } from '#lib/cutout/made-how.ts';

/** How a cut-out was made, in one line. */
export function madeHowWords({ from_version, remover, parameters }: MadeHow): string {
  return `From version ${from_version} by ${remover.label} (${remover.licence}), ${parameterWords(parameters)}`;
}

/** What was turned, with units. */
export function parameterWords({ tolerance, feather_px, holes }: MadeHow['parameters']): string {
  const words = [
    tolerance !== undefined && `tolerance ${tolerance}`,
    feather_px !== undefined && `feather ${feather_px} px`,
    holes === 'filled' && 'holes filled',
  ];
  return words.filter(Boolean).join(', ');
}
