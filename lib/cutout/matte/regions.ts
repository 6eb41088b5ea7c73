import type { Mask } from './raster.ts';

/** Everything that `passable` joins to a pixel that `starts` marks, by steps up, down, left and right. */
export function flood(passable: Mask, starts: Mask, width: number): Mask {
  const reached = new Uint8Array(passable.length);
  const line = new Int32Array(passable.length);
  let end = 0;
  const reach = (place: number) => {
    if (reached[place] || !passable[place]) return;
    reached[place] = 1;
    line[end] = place;
    end += 1;
  };
  for (let place = 0; place < starts.length; place += 1) if (starts[place]) reach(place);
  for (let next = 0; next < end; next += 1) {
    const place = line[next] as number;
    const x = place % width;
    if (x > 0) reach(place - 1);
    if (x + 1 < width) reach(place + 1);
    if (place >= width) reach(place - width);
    if (place + width < passable.length) reach(place + width);
  }
  return reached;
}

/** The parts of a mask that do not touch each other, as the places in each. */
export function regionsOf(mask: Mask, width: number): Int32Array[] {
  const left = mask.slice();
  const line = new Int32Array(mask.length);
  const regions: Int32Array[] = [];
  let end = 0;
  const reach = (place: number) => {
    if (!left[place]) return;
    left[place] = 0;
    line[end] = place;
    end += 1;
  };
  for (let start = 0; start < mask.length; start += 1) {
    if (!left[start]) continue;
    end = 0;
    reach(start);
    for (let next = 0; next < end; next += 1) {
      const place = line[next] as number;
      const x = place % width;
      if (x > 0) reach(place - 1);
      if (x + 1 < width) reach(place + 1);
      if (place >= width) reach(place - width);
      if (place + width < mask.length) reach(place + width);
    }
    regions.push(line.slice(0, end));
  }
  return regions;
}

/** Grows a mask by `radius` pixels to all sides, in a square. */
export function grow(mask: Mask, width: number, height: number, radius: number): Mask {
  return spreadLines(spreadLines(mask, width, height, radius, 'across'), width, height, radius, 'down');
}

export function shrink(mask: Mask, width: number, height: number, radius: number): Mask {
  return not(grow(not(mask), width, height, radius));
}

export function not(mask: Mask): Mask {
  return mask.map((marked) => 1 - marked);
}

export function borderOf(width: number, height: number, thickness: number): Mask {
  const mask = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (Math.min(x, y, width - 1 - x, height - 1 - y) < thickness) mask[y * width + x] = 1;
  return mask;
}

function spreadLines(
  mask: Mask,
  width: number,
  height: number,
  radius: number,
  direction: 'across' | 'down',
): Mask {
  if (radius < 1) return mask;
  const [lines, length] = direction === 'across' ? [height, width] : [width, height];
  const [jump, stride] = direction === 'across' ? [width, 1] : [1, width];
  const grown = new Uint8Array(mask.length);
  for (let line = 0; line < lines; line += 1) {
    const start = line * jump;
    let last = -radius - 1;
    // The marked pixel nearest before each place, then the one nearest after it.
    for (let place = 0; place < length; place += 1) {
      if (mask[start + place * stride]) last = place;
      if (place - last <= radius) grown[start + place * stride] = 1;
    }
    last = length + radius + 1;
    for (let place = length - 1; place >= 0; place -= 1) {
      if (mask[start + place * stride]) last = place;
      if (last - place <= radius) grown[start + place * stride] = 1;
    }
  }
  return grown;
}
