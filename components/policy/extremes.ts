interface Shape {
  asset_id: string;
  width: number;
  height: number;
  has_alpha: boolean;
  is_grey: boolean;
}

/** The photos on which a rule is most likely to go wrong, each with what it is an extreme of. */
export function extremesOf(photos: readonly Shape[]): Map<string, string> {
  if (photos.length < 2) return new Map();
  const most = (measure: (photo: Shape) => number) =>
    photos.toSorted((left, right) => measure(right) - measure(left))[0] as Shape;
  const ratio = ({ width, height }: Shape) => width / height;
  const named: [Shape | undefined, string][] = [
    [most((photo) => -photo.width * photo.height), 'smallest'],
    [most((photo) => -ratio(photo)), 'tallest'],
    [most(ratio), 'widest'],
    [photos.find(({ is_grey }) => is_grey), 'grey'],
    [photos.find(({ has_alpha }) => has_alpha), 'transparent'],
  ];
  return new Map(named.flatMap(([photo, word]) => (photo ? [[photo.asset_id, word]] : [])));
}
