import type { Findings } from './audit.ts';
import type { DeadCount } from './settle.ts';

export interface Outcome {
  seed: number;
  seconds: number;
  events: 'postgres' | 'kafka';
  kills: ReadonlyMap<string, number>;
  storeFaults: ReadonlyMap<string, number>;
  photos: { sent: number; ready: number; failed: number; shared: number };
  requests: { all: number; again: number; duplicates: number };
  derivatives: number;
  dead: readonly DeadCount[];
  /** Before repair had a hand in it. */
  before: Findings;
  acts: ReadonlyMap<string, number>;
  after: Findings;
  /** Answers that the interface does not promise. */
  surprises: readonly string[];
}

const shownAtMost = 20;

/** Every sentence about what must not be. Orphans are allowed before repair, and not after. */
export function faultsOf({ before, after, surprises, kills, photos }: Outcome): string[] {
  const told = (kind: string, sentences: readonly string[]) => sentences.map((each) => `${kind}: ${each}`);
  return [
    ...told('lost', [...new Set([...before.lost, ...after.lost])]),
    ...told('doubled', [...new Set([...before.doubled, ...after.doubled])]),
    ...told('stuck', before.stuck),
    ...told('orphaned after repair', after.orphaned),
    ...told('surprise', surprises),
    // A run in which nothing happened would prove nothing.
    ...(photos.ready === 0 ? ['no photo became READY'] : []),
    ...(sum(kills) === 0 ? ['nothing was killed'] : []),
  ];
}

export function report(outcome: Outcome): string {
  const { photos, requests, before, after, dead, acts } = outcome;
  const rows: [string, string][] = [
    ['kills', `${sum(outcome.kills)}  ${list(outcome.kills)}`],
    ['store faults', `${sum(outcome.storeFaults)}  ${list(outcome.storeFaults)}`],
    ['requests', `${requests.all}  ${requests.again} sent again, ${requests.duplicates} twice on purpose`],
    [
      'photos',
      `${photos.sent}  ${photos.ready} READY (${photos.shared} of them with bytes of another), ${photos.failed} FAILED as they had to`,
    ],
    ['derivatives', `${outcome.derivatives}`],
    [
      'dead letters',
      dead.length === 0
        ? '0'
        : `${dead.reduce((all, { letters }) => all + letters, 0)}  ${dead.map((each) => `${each.queue} ${each.category} ${each.letters}`).join(', ')}: sent back`,
    ],
    ['lost', `${new Set([...before.lost, ...after.lost]).size}`],
    ['doubled', `${new Set([...before.doubled, ...after.doubled]).size}`],
    ['stuck', `${before.stuck.length}`],
    ['orphaned', `${before.orphaned.length}, after repair ${after.orphaned.length}`],
    ['repair', acts.size === 0 ? 'nothing to do' : list(acts)],
  ];
  const faults = faultsOf(outcome);
  const more = faults.length - shownAtMost;
  return [
    `Torture of ${outcome.seconds} s, seed ${outcome.seed}, events by ${outcome.events}`,
    ...rows.map(([name, text]) => `  ${name.padEnd(14)}${text}`),
    ...faults.slice(0, shownAtMost).map((fault) => `  ✗ ${fault}`),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ].join('\n');
}

function list(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, times]) => `${name} ${times}`).join(', ');
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((all, each) => all + each, 0);
}
