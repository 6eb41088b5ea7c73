import { formatPlural } from '#lib/format.ts';

/** How many photos a product still takes, said before the limit is hit. */
export function roomInWords({
  photo_count,
  photo_limit,
}: {
  photo_count: number;
  photo_limit: number;
}): string {
  const room = Math.max(0, photo_limit - photo_count);
  if (room === 0)
    return `It has all the ${formatPlural(photo_limit, 'photo')} it may have: move one to the bin before you add another.`;
  return `It has ${photo_count} of ${formatPlural(photo_limit, 'photo')}: there is room for ${room} more.`;
}
