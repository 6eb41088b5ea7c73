import { expect, it } from 'vitest';
import { typeNotes } from './type-notes.ts';

it('nothing is noted where name, announcement and bytes agree', () => {
  expect(typeNotes('image/jpeg', 'image/jpeg', 'kit.JPEG')).toEqual([]);
  expect(typeNotes('image/tiff', 'image/tiff', 'scan.tif')).toEqual([]);
  expect(typeNotes('image/png', 'image/png', 'no extension')).toEqual([]);
});

it('a name that promises another type is noted', () => {
  expect(typeNotes('image/jpeg', 'image/png', 'kit.png')).toEqual([
    'The name ends in .png; the bytes are JPEG.',
  ]);
  expect(typeNotes('image/jpeg', 'image/jpeg', 'photo.jpg.php')).toEqual([
    'The name ends in .php; the bytes are JPEG.',
  ]);
});

it('an announcement of another type is noted', () => {
  expect(typeNotes('image/webp', 'image/png', 'kit.webp')).toEqual([
    'It was announced as PNG; the bytes are WebP.',
  ]);
});
