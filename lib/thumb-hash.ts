import { rgbaToDataURL, thumbHashToRGBA } from 'thumbhash';

/** The longest side of a placeholder. The browser smooths it anyway, and a page carries dozens of them. */
const placeholderSide = 8;

/** A ThumbHash says in its header whether the picture has transparency. */
export function thumbHashHasAlpha(base64: string): boolean {
  return ((Buffer.from(base64, 'base64')[2] ?? 0) & 0x80) !== 0;
}

/** A `data:` URL of some 500 characters that shows the picture's blur. */
export function placeholderUrl(base64: string): string {
  const { w, h, rgba } = thumbHashToRGBA(Buffer.from(base64, 'base64'));
  const scale = placeholderSide / Math.max(w, h);
  const width = Math.max(1, Math.round(w * scale));
  const height = Math.max(1, Math.round(h * scale));
  const small = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const left = Math.floor((x * w) / width);
      const right = Math.max(left + 1, Math.floor(((x + 1) * w) / width));
      const top = Math.floor((y * h) / height);
      const bottom = Math.max(top + 1, Math.floor(((y + 1) * h) / height));
      for (let channel = 0; channel < 4; channel++) {
        let sum = 0;
        for (let row = top; row < bottom; row++)
          for (let column = left; column < right; column++)
            sum += rgba[(row * w + column) * 4 + channel] ?? 0;
        small[(y * width + x) * 4 + channel] = sum / ((right - left) * (bottom - top));
      }
    }
  }
  return rgbaToDataURL(width, height, small);
}
