import { describe, expect, it } from 'vitest';
import { refuseFile } from './check-file.ts';
import { declaredType } from './declared-type.ts';

const limits = { maxUploadBytes: 1_000_000 };
const file = (name: string, type: string, size = 10) => ({ name, type, size });

describe('a file is refused before anything is sent', () => {
  it.each([
    ['phone.heic', '', /HEIC photos are not accepted\. Export the photo as JPEG/],
    ['photo.jxl', '', /JPEG XL pictures are not accepted/],
    ['layers.psd', '', /Photoshop files are not accepted/],
    ['DSC_1.NEF', '', /Camera raw files are not accepted/],
    ['logo.svg', 'image/svg+xml', /SVG drawings are not accepted/],
    ['brief.pdf', 'application/pdf', /PDF files are not accepted/],
    ['notes', '', /Upload a JPEG, PNG/],
  ])('%s, with what to do', (name, type, sentence) => {
    expect(refuseFile(file(name, type), limits)).toMatch(sentence);
  });

  it('empty, or larger than the portal takes', () => {
    expect(refuseFile(file('a.jpg', 'image/jpeg', 0), limits)).toMatch(/empty/);
    expect(refuseFile(file('a.jpg', 'image/jpeg', 2_000_000), limits)).toMatch(/2 MB.*1 MB/);
    expect(refuseFile(file('a.jpg', 'image/jpeg', 1_000_000), limits)).toBeUndefined();
  });
});

describe('a file is announced', () => {
  it('by what the browser says, else by its name', () => {
    expect(declaredType(file('a.jpg', 'image/jpeg'))).toBe('image/jpeg');
    expect(declaredType(file('scan.TIF', ''))).toBe('image/tiff');
    expect(declaredType(file('x (2) \u202fمثال 🎒.png', ''))).toBe('image/png');
  });
});
