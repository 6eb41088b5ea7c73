import { describe, expect, it } from 'vitest';
import { canonicalJson, sourceHash } from './source-hash.ts';

const master = 'a'.repeat(64);

describe('the source hash', () => {
  it('is the master’s hash where nothing was edited', () => {
    expect(sourceHash(master, null)).toBe(master);
    expect(sourceHash(master, {})).toBe(master);
    expect(sourceHash(master, { rights: {} })).toBe(master);
  });

  it('changes with whatever reaches pixels or metadata', () => {
    const hashes = [
      sourceHash(master, null),
      sourceHash(master, { focal: { x: 0.2, y: 0.3 } }),
      sourceHash(master, { focal: { x: 0.3, y: 0.2 } }),
      sourceHash(master, { crop: { left: 0, top: 0, width: 0.5, height: 1 } }),
      sourceHash(master, { rights: { credit: 'Robo Ltd' } }),
      sourceHash('b'.repeat(64), { rights: { credit: 'Robo Ltd' } }),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('does not depend on the order in which edits were written', () => {
    expect(canonicalJson({ b: 1, a: { d: 2, c: 3 } })).toBe(canonicalJson({ a: { c: 3, d: 2 }, b: 1 }));
  });
});
