const photographic = 1.5;

/** The photo asked for, or the one that is most like a plain photograph: opaque, and of such a shape. */
export function choosePhoto<
  P extends { asset_id: string; width: number; height: number; has_alpha: boolean },
>(photos: readonly P[], asked?: string | undefined): P | undefined {
  const named = photos.find(({ asset_id }) => asset_id === asked);
  const distance = ({ width, height, has_alpha }: P) =>
    Math.abs(Math.log(width / height / photographic)) + (has_alpha ? 10 : 0);
  return named ?? photos.toSorted((left, right) => distance(left) - distance(right))[0];
}
