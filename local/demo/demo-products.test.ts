import sharp from 'sharp';
import { expect, test } from 'vitest';
import { demoProducts } from './demo-products.ts';

test('each product has between three and five photos, each with words and a name of its own', () => {
  const names = demoProducts.flatMap(({ photos }) => photos.map(({ filename }) => filename));
  expect(new Set(names).size).toBe(names.length);
  for (const { photos } of demoProducts) {
    expect(photos.length).toBeGreaterThanOrEqual(3);
    expect(photos.length).toBeLessThanOrEqual(5);
    for (const { title, altText } of photos) {
      expect(title.length).toBeGreaterThan(5);
      expect(altText).toMatch(/\.$/);
    }
  }
});

test('a photo has camera size, camera EXIF with a place, and more than a flat colour on it', async () => {
  const [photo] = demoProducts[0]?.photos ?? [];
  const file = (await photo?.draw()) ?? Buffer.alloc(0);
  const picture = sharp(file);
  const facts = await picture.metadata();
  expect(facts).toMatchObject({ format: 'jpeg', width: 6000, height: 4000, orientation: 1 });
  expect(facts.exif?.includes('Blazon Optics')).toBe(true);
  const { channels } = await picture.stats();
  for (const { stdev } of channels) expect(stdev).toBeGreaterThan(20);
}, 60_000);
