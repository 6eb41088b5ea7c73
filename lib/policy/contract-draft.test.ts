import { expect, test } from 'vitest';
import { checkDrafts, contractOfDraft } from './check-drafts.ts';
import { type ContractDraft, copyOf, draftOf, newDraft, revivedDraft } from './contract-draft.ts';
import type { OutputContract } from './output-contract.ts';
import { seededPolicies } from './seeded-policies.ts';

const seeded = seededPolicies.flatMap(({ contracts }) => contracts);
const thumb = draftOf(seeded[0] as OutputContract);
const draft: ContractDraft = { ...newDraft, format: 'card', label: 'Card' };

/** The message beside each field of the second contract. */
function errorsOf(change: Partial<ContractDraft>) {
  const { errors } = checkDrafts([thumb, { ...draft, ...change }]);
  return Object.fromEntries(Object.entries(errors).map(([path, text]) => [path.replace(/^1\./, ''), text]));
}

function markErrors(change: Partial<ContractDraft['mark']>) {
  return errorsOf({ mark: { ...draft.mark, kind: 'text', text: 'Sample', ...change } });
}

test('a contract comes back from the form as it went in', () => {
  for (const contract of seeded) expect(contractOfDraft(draftOf(contract))).toEqual(contract);
  const image: OutputContract = {
    ...(seeded[1] as OutputContract),
    max_bytes: 1234,
    compression: { lossless: false, quality: 7, effort: 3 },
    media_type: 'image/avif',
    watermark: {
      kind: 'image',
      image_id: 'a'.repeat(64),
      opacity: 0.07,
      size: 0.335,
      margin: 0.0125,
      min_px: 9,
      below_min: 'refuse',
      rotation: -7.5,
      shadow: 'light',
      anchor: 'top',
    },
  };
  expect(contractOfDraft(draftOf(image))).toEqual(image);
});

test('a new format is valid once it has a name', () => {
  expect(checkDrafts([thumb, draft]).contracts).toHaveLength(2);
  expect(Object.keys(errorsOf({ format: '', label: '' }))).toEqual(['format', 'label']);
});

test('every bound is said beside its field, in the unit that the field shows', () => {
  expect(errorsOf({ max_width: '8' })).toEqual({ max_width: 'At least 16 px.' });
  expect(errorsOf({ max_height: '20000' })).toEqual({ max_height: 'At most 10,000 px.' });
  expect(errorsOf({ max_width: '' })).toEqual({ max_width: 'Give a number.' });
  expect(errorsOf({ max_width: '100.5' })).toEqual({ max_width: 'Give a whole number.' });
  expect(errorsOf({ quality: '101' })).toEqual({ 'compression.quality': 'At most 100.' });
  expect(errorsOf({ max_kilobytes: '0.5' })).toEqual({ max_bytes: 'At least 1,000 bytes.' });
  expect(errorsOf({ min_width: '320' })).toEqual({
    min_width: 'A least width only means something with a size limit.',
  });
  expect(errorsOf({ alpha: 'allowed' })).toEqual({
    alpha: 'JPEG has no transparency: choose “forbidden”.',
  });
  expect(markErrors({ opacity: '120' })).toEqual({ 'watermark.opacity': 'At most 100 %.' });
  expect(markErrors({ opacity: '1' })).toEqual({
    'watermark.opacity': 'Below 5 % nobody sees the mark: choose “none” instead.',
  });
  expect(markErrors({ margin: '41' })).toEqual({ 'watermark.margin': 'At most 40 %.' });
  expect(markErrors({ rotation: '200' })).toEqual({ 'watermark.rotation': 'At most 180°.' });
  expect(markErrors({ is_tiled: true, spacing: '6' })).toEqual({ 'watermark.tile.spacing': 'At most 5.' });
  expect(markErrors({ text: ' ' })).toEqual({ 'watermark.text': 'Write the text of the mark.' });
  expect(markErrors({ kind: 'image' })).toEqual({ 'watermark.image_id': 'Choose an uploaded image.' });
});

test('what is wrong with all formats together is said too', () => {
  expect(checkDrafts([draft]).errors).toEqual({
    '': 'A policy needs a format named “thumb” for the grids.',
  });
  expect(checkDrafts([thumb, draft, draft]).errors).toEqual({ '2.format': '“card” stands twice.' });
});

test('settings of another type or kind of mark are not part of the contract', () => {
  const contract = contractOfDraft({ ...draft, palette: true, lossless: true });
  expect(contract?.compression).toEqual({ quality: 85 });
  expect(contract?.watermark).toEqual({ kind: 'none' });
});

test('a copy has the next free name, which is valid at once', () => {
  const first = copyOf(thumb, [thumb]);
  expect([first.format, first.label]).toEqual(['thumb-2', 'Thumbnail 2']);
  expect(copyOf(first, [thumb, first]).format).toBe('thumb-3');
  expect(checkDrafts([thumb, first]).errors).toEqual({});
  const longest = { ...thumb, format: 'a'.repeat(40), label: 'b'.repeat(60) };
  expect(checkDrafts([thumb, copyOf(longest, [longest])]).errors).toEqual({});
});

test('a draft that an earlier form kept gets the fields that are newer', () => {
  const { shadow, ...mark } = thumb.mark;
  const { lossless, ...kept } = { ...thumb, mark };
  expect(revivedDraft(kept as unknown as typeof thumb)).toEqual(thumb);
  expect(shadow).toBe('none');
  expect(lossless).toBeUndefined();
});
