import type { OutputContract } from '#lib/policy/output-contract.ts';

/** How staff look at a photo: large enough for a screen, through the renderer and never the master itself. */
export const stageContract: OutputContract = {
  format: 'stage',
  label: 'Large view',
  media_type: 'image/webp',
  max_width: 1800,
  max_height: 1800,
  fit: 'inside',
  focal: 'ignored',
  compression: { quality: 84, effort: 2 },
  render: 'on_demand',
  alpha: 'allowed',
  watermark: { kind: 'none' },
  color_profile: 'srgb',
  metadata: 'strip',
};
