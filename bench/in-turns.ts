import { median } from './median.ts';

/** Does one round and answers how many jobs a second it did. */
export type Round = () => Promise<number>;

/**
 * One round of each to warm up, then `rounds` of each in turns, so that a slow spell of the machine falls on all of
 * them. Answers the median rate of each.
 */
export async function inTurns<Name extends string>(
  contenders: Record<Name, Round>,
  rounds: number,
): Promise<Record<Name, { rate: number; rates: number[] }>> {
  const names = Object.keys(contenders) as Name[];
  const rates = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round <= rounds; round += 1)
    for (const name of round % 2 ? names : names.toReversed()) {
      const rate = await contenders[name]();
      if (round > 0) rates[name].push(rate);
    }
  return Object.fromEntries(
    names.map((name) => [name, { rate: median(rates[name]), rates: rates[name] }]),
  ) as Record<Name, { rate: number; rates: number[] }>;
}

/** The ratio of two medians, and how far the rounds were apart. */
export function ratioLine(
  words: string,
  over: { rate: number; rates: number[] },
  under: { rate: number; rates: number[] },
  goal: string,
): string {
  const each = over.rates.map((rate, index) => rate / (under.rates[index] ?? Number.NaN));
  const spread = `${Math.min(...each).toFixed(2)} to ${Math.max(...each).toFixed(2)}`;
  return `  ${words}: ${(over.rate / under.rate).toFixed(2)} (rounds ${spread}; goal ${goal})`;
}

export function thousands(rate: number): string {
  return `${(rate / 1000).toFixed(1)} thousand`;
}
