import { formatPlural } from '#lib/format.ts';
import type { OutputContract } from './output-contract.ts';

export interface ActivationFacts {
  audience: string;
  version: number;
  /** What it takes the place of; null for the first activation. */
  active: number | null;
  contracts: readonly OutputContract[];
  photos: number;
  promised: number;
  made: number;
}

/** What an activation will do, in sentences, before it is done. Pure. */
export function explainActivation(facts: ActivationFacts): string[] {
  const { audience, version, active } = facts;
  const first =
    active === null
      ? `Version ${version} becomes the first that is given to ${audience}.`
      : active === version
        ? `The suspension of version ${version} ends: its files are given to ${audience} again.`
        : `Version ${version} takes the place of version ${active}.`;
  return [first, workSentence(facts), ...waitSentences(facts), ...onRequestSentence(facts.contracts)];
}

function workSentence({ audience, photos, promised, made }: ActivationFacts): string {
  if (photos === 0) return `No photo is approved for ${audience}, so there is nothing to make yet.`;
  const approved = `${formatPlural(photos, 'photo is', 'photos are')} approved for ${audience}`;
  const missing = Math.max(0, promised - made);
  if (missing === 0) return `${approved}. Every file is there already and is given at once.`;
  const there = made > 0 ? `${formatPlural(made, 'file is', 'files are')} there already; ` : '';
  return `${approved}. ${there}${formatPlural(missing, 'file is', 'files are')} made now.`;
}

function waitSentences({ version, active, photos, promised, made }: ActivationFacts): string[] {
  if (photos === 0 || made >= promised || active === null || active === version) return [];
  return [
    active < version
      ? 'Until a new file is there, people get the one of the version before.'
      : `Where a file is missing, people wait until it is made: version ${active} does not stand in for an older one.`,
  ];
}

function onRequestSentence(contracts: readonly OutputContract[]): string[] {
  const labels = contracts
    .filter(({ render, format }) => render === 'on_demand' && format !== 'thumb')
    .map(({ label }) => `“${label}”`);
  return labels.length === 0 ? [] : [`Made when somebody asks: ${labels.join(', ')}.`];
}
