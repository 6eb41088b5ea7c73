import { Problem } from '#lib/errors.ts';
import type { Retirement } from '#lib/lifecycle.ts';

const sentences: Readonly<Record<Exclude<Retirement, 'damaged'>, string>> = {
  retention: 'This link led to an earlier version of the file, and its time is over. Take the current one.',
  by_hand: 'The brand team took this file out of use. Ask them which one to use instead.',
  lost: 'The file of this link was lost and cannot be made again as it was. Take the current one.',
  master_removed: 'The photo was removed, and its files with it.',
};

/** What a link to a published file answers once it is given to nobody any more. */
export function fileRetired(why: Retirement): Problem {
  if (why === 'damaged')
    return new Problem(
      'unavailable',
      'This file was found damaged and is made anew. Try again in a minute.',
      {
        retryAfterSeconds: 30,
      },
    );
  return new Problem('derivative_retired', sentences[why]);
}
