/** Keeps what is darker than the middle of all: a remover as small as one can be, answering at half the size. */
export default {
  async findAlpha({ width, height, rgb }) {
    const [halfWidth, halfHeight] = [Math.ceil(width / 2), Math.ceil(height / 2)];
    const alpha = new Uint8Array(halfWidth * halfHeight);
    for (let y = 0; y < halfHeight; y += 1)
      for (let x = 0; x < halfWidth; x += 1) {
        const at = (y * 2 * width + x * 2) * 3;
        alpha[y * halfWidth + x] = rgb[at] + rgb[at + 1] + rgb[at + 2] < 384 ? 255 : 0;
      }
    return { width: halfWidth, height: halfHeight, alpha };
  },
};
