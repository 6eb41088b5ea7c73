const photographic = 1.5;

/** The photo asked for, or the one whose shape is closest to a plain photograph's. */
export function choosePhoto<P extends { asset_id: string; width: number; height: number }>(
  photos: readonly P[],
  asked?: string | undefined,
): P | undefined {
  const named = photos.find(({ asset_id }) => asset_id === asked);
  const distance = ({ width, height }: P) => Math.abs(Math.log(width / height / photographic));
  return named ?? photos.toSorted((left, right) => distance(left) - distance(right))[0];
}
