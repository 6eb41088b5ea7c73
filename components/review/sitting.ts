import type { OwnDecision } from '#lib/review/list-own-decisions.ts';

/** What still holds of one person's decisions: the newest of each photo, and no approval that was taken back. */
export function standingDecisions(decisions: readonly OwnDecision[]): OwnDecision[] {
  const newest = decisions.filter(
    ({ asset_id }, index) => decisions.findIndex((each) => each.asset_id === asset_id) === index,
  );
  return newest.filter(({ decision }) => decision !== 'withdrawn');
}

/** `You approved 2 photos and asked for changes to 1.`; nothing where nothing was decided. */
export function sittingWords(decisions: readonly OwnDecision[]): string | undefined {
  const standing = standingDecisions(decisions);
  const approved = standing.filter(({ decision }) => decision === 'approved').length;
  const sentBack = standing.length - approved;
  const photos = (count: number) => (count === 1 ? '1 photo' : `${count} photos`);
  if (approved && sentBack) return `You approved ${photos(approved)} and asked for changes to ${sentBack}.`;
  if (approved) return `You approved ${photos(approved)}.`;
  if (sentBack) return `You asked for changes to ${photos(sentBack)}.`;
  return undefined;
}
