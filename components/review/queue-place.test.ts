import { expect, test } from 'vitest';
import type { ReviewItem } from '#lib/review/list-review-queue.ts';
import { addressAfter, placeInQueue } from './queue-place.ts';

const request = { at: '2026-01-01T00:00:00Z', by: null, note: 'Brighter' };
const item = (asset_id: string, change_request: ReviewItem['change_request'] = null) =>
  ({ asset_id, change_request }) as ReviewItem;
const queue = [item('one'), item('two'), item('back', request), item('last', request)];

test('what waits and what was sent back are gone through each by itself', () => {
  expect(placeInQueue(queue, 'two')).toEqual({
    number: 2,
    count: 2,
    isSentBack: false,
    previous: 'one',
    next: null,
  });
  expect(placeInQueue(queue, 'back')).toMatchObject({ number: 1, previous: null, next: 'last' });
});

test('the way goes on to the next, to the end, or to the oldest from outside the queue', () => {
  const after = (id: string) => addressAfter(placeInQueue(queue, id));
  expect(after('one')).toBe('/review?photo=two');
  expect(after('two')).toBe('/review?end=1');
  expect(after('elsewhere')).toBe('/review');
});
