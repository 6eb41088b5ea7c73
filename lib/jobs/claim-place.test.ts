import { describe, expect, it } from 'vitest';
import { ClaimPlace, type Place } from './claim-place.ts';

const at = (runAt: number): Place => ({ priority: 0, runAt, id: 'a' });

describe('the place that a lane looks from', () => {
  it('is the head until something was found', () => {
    const place = new ClaimPlace();
    expect(place.next(0)).toBeUndefined();
    place.looked({ from: undefined, last: undefined, since: 0, until: 10 });
    expect(place.next(10)).toBeUndefined();
  });

  it('is behind the last job found, while looks from the head would take more than a tenth of the time', () => {
    const place = new ClaimPlace();
    place.looked({ from: undefined, last: at(1), since: 0, until: 5 });
    expect(place.next(54)).toEqual(at(1));
    place.looked({ from: at(1), last: at(2), since: 6, until: 7 });
    expect(place.next(54)).toEqual(at(2));
    expect(place.next(55)).toBeUndefined();
  });

  it('is the head once a second, however long that takes', () => {
    const place = new ClaimPlace();
    place.looked({ from: undefined, last: at(1), since: 0, until: 5000 });
    expect(place.next(5999)).toEqual(at(1));
    expect(place.next(6000)).toBeUndefined();
  });

  it('stays where it was when a look found nothing', () => {
    const place = new ClaimPlace();
    place.looked({ from: undefined, last: at(1), since: 0, until: 50 });
    place.looked({ from: at(1), last: undefined, since: 50, until: 51 });
    expect(place.next(52)).toEqual(at(1));
  });

  it('is the head again when it is told to forget', () => {
    const place = new ClaimPlace();
    place.looked({ from: undefined, last: at(1), since: 0, until: 50 });
    place.forget();
    expect(place.next(51)).toBeUndefined();
  });
});
