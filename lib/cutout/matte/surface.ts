/** Polynomials of x and y, both from -1 to 1 over a picture: one for each of several values, over the same terms. */
export interface Surfaces {
  degree: number;
  coefficients: Float64Array[];
}

/** The powers of x and y, lowest degrees first: 1, x, y, x², xy, y², … */
function termsOf(degree: number): (readonly [number, number])[] {
  const terms: [number, number][] = [];
  for (let sum = 0; sum <= degree; sum += 1)
    for (let down = 0; down <= sum; down += 1) terms.push([sum - down, down]);
  return terms;
}

/** Of each place in turn, what every term is there. */
export function basisOf(places: readonly { x: number; y: number }[], degree: number): Float64Array {
  const terms = termsOf(degree);
  const basis = new Float64Array(places.length * terms.length);
  for (const [at, { x, y }] of places.entries())
    for (const [term, [right, down]] of terms.entries())
      basis[at * terms.length + term] = x ** right * y ** down;
  return basis;
}

export interface Evidence {
  basis: Float64Array;
  /** The degree that the basis was made for; a fit may use fewer of its terms. */
  basisDegree: number;
  /** What was seen at each place, a list each value. */
  seen: readonly Float64Array[];
  weights: Float64Array;
}

/** Weighted least squares, held back a little so that thin evidence gives flat surfaces. */
export function fitSurfaces({ basis, basisDegree, seen, weights }: Evidence, degree: number): Surfaces {
  const stride = termsOf(basisDegree).length;
  const size = termsOf(degree).length;
  const width = size + seen.length;
  const matrix = Array.from({ length: size }, () => new Float64Array(width));
  let total = 0;
  for (let at = 0; at < weights.length; at += 1) {
    const weight = weights[at] as number;
    if (weight === 0) continue;
    total += weight;
    const from = at * stride;
    for (let row = 0; row < size; row += 1) {
      const line = matrix[row] as Float64Array;
      const scaled = (basis[from + row] as number) * weight;
      for (let column = row; column < size; column += 1)
        line[column] = (line[column] as number) + scaled * (basis[from + column] as number);
      for (let value = 0; value < seen.length; value += 1)
        line[size + value] = (line[size + value] as number) + scaled * (seen[value]?.[at] as number);
    }
  }
  for (let row = 0; row < size; row += 1) {
    const line = matrix[row] as Float64Array;
    for (let column = 0; column < row; column += 1) line[column] = matrix[column]?.[row] as number;
    line[row] = (line[row] as number) + (row === 0 ? 1e-9 : 1e-3 * total + 1e-9);
  }
  solve(matrix);
  const coefficients = seen.map((_, value) =>
    Float64Array.from(matrix, (line) => line[size + value] as number),
  );
  return { degree, coefficients };
}

/** What a place of the basis that a fit was made of has by the fit. */
export function valueAt(coefficients: Float64Array, basis: Float64Array, from: number): number {
  let sum = 0;
  for (let term = 0; term < coefficients.length; term += 1)
    sum += (coefficients[term] as number) * (basis[from + term] as number);
  return sum;
}

/** One surface over a whole picture. */
export function drawSurface(
  { degree, coefficients }: Surfaces,
  value: number,
  width: number,
  height: number,
): Float32Array {
  const own = coefficients[value] as Float64Array;
  const plane = new Float32Array(width * height);
  const inX = new Float64Array(degree + 1);
  for (let row = 0, at = 0; row < height; row += 1) {
    const y = scaled(row, height);
    inX.fill(0);
    for (const [term, [right, down]] of termsOf(degree).entries())
      inX[right] = (inX[right] as number) + (own[term] as number) * y ** down;
    for (let column = 0; column < width; column += 1, at += 1) {
      const x = scaled(column, width);
      let sum = 0;
      for (let power = degree; power >= 0; power -= 1) sum = sum * x + (inX[power] as number);
      plane[at] = sum;
    }
  }
  return plane;
}

export function scaled(place: number, length: number): number {
  return length < 2 ? 0 : (place / (length - 1)) * 2 - 1;
}

/** Gauss-Jordan, with the largest pivot of each column; what stands right of the square becomes the solutions. */
function solve(matrix: Float64Array[]): void {
  const size = matrix.length;
  for (let column = 0; column < size; column += 1) {
    let best = column;
    for (let row = column + 1; row < size; row += 1)
      if (Math.abs(matrix[row]?.[column] as number) > Math.abs(matrix[best]?.[column] as number)) best = row;
    const pivot = matrix[best] as Float64Array;
    matrix[best] = matrix[column] as Float64Array;
    matrix[column] = pivot;
    const lead = pivot[column] as number;
    for (let at = 0; at < pivot.length; at += 1) pivot[at] = (pivot[at] as number) / lead;
    for (const line of matrix) {
      if (line === pivot) continue;
      const factor = line[column] as number;
      for (let at = column; at < line.length; at += 1)
        line[at] = (line[at] as number) - factor * (pivot[at] as number);
    }
  }
}
