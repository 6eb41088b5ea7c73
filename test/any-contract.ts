import fc from 'fast-check';
import { anchors, mediaTypes, type OutputContract, outputContract } from '#lib/policy/output-contract.ts';

const color = fc.constantFrom('#ffffff', '#000000', '#3355aa');
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const place = fc.oneof(
  fc.record({ anchor: fc.constantFrom(...anchors) }),
  fc.record({ tile: fc.record({ spacing: fc.constantFrom(0, 0.5, 3) }) }),
);
const shared = fc.record({
  opacity: fc.constantFrom(0.2, 0.5, 1),
  margin: fc.constantFrom(0, 0.03, 0.4),
  size: fc.constantFrom(0.1, 0.6, 2.5),
  min_px: fc.integer({ min: 1, max: 40 }),
  below_min: fc.constantFrom('smaller', 'hidden', 'refuse'),
  rotation: fc.constantFrom(0, 15, -90, 180),
  shadow: fc.constantFrom('none', 'dark', 'light'),
});
const text = fc.record({
  kind: fc.constant('text'),
  text: fc.constantFrom('Preview', '授業用', '<&>'),
  color,
  outline: fc.constantFrom('none', 'dark', 'light'),
});
const image = fc.record({ kind: fc.constant('image'), image_id: fc.constant('e'.repeat(64)) });
const mark = fc.oneof(
  fc.constant({ kind: 'none' }),
  fc
    .tuple(fc.oneof(text, image), shared, place)
    .map(([kind, rest, where]) => ({ ...kind, ...rest, ...where })),
);

/** Every field of a contract, each within what a policy may say. */
export const anyContract: fc.Arbitrary<OutputContract> = fc
  .record({
    format: fc.constantFrom('any', 'thumb', 'print', 'web-small'),
    label: fc.constantFrom('Any', '授業', 'true'),
    media_type: fc.constantFrom(...mediaTypes),
    max_width: fc.integer({ min: 16, max: 200 }),
    max_height: fc.integer({ min: 16, max: 200 }),
    fit: fc.constantFrom('inside', 'cover', 'pad'),
    focal: fc.constantFrom('respected', 'ignored'),
    compression: fc.record({
      quality: maybe(fc.integer({ min: 1, max: 100 })),
      palette: maybe(fc.boolean()),
      effort: maybe(fc.integer({ min: 0, max: 3 })),
      lossless: maybe(fc.boolean()),
    }),
    max_bytes: maybe(fc.integer({ min: 1000, max: 20_000 })),
    min_width: maybe(fc.integer({ min: 16, max: 200 })),
    render: fc.constantFrom('at_approval', 'on_demand'),
    alpha: fc.constantFrom('required', 'allowed', 'forbidden'),
    background: maybe(color),
    watermark: mark,
    color_profile: fc.constantFrom('srgb', 'keep'),
    metadata: fc.constantFrom('strip', 'copyright', 'traceable'),
  })
  .map((contract) => outputContract.safeParse(contract))
  .filter(({ success }) => success)
  .map(({ data }) => outputContract.parse(data));
