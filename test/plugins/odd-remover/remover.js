/** Misbehaves by the height of the picture: 101 hangs, 102 ends its process, 103 hoards memory, all others fail. */
export default () => ({
  async findAlpha({ height }) {
    if (height === 101) for (;;);
    if (height === 102) process.exit(3);
    const kept = [];
    while (height === 103) {
      kept.push(new Uint8Array(16 * 1024 ** 2).fill(1));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    throw new Error('the model has no licence key');
  },
});
