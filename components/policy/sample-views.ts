import { type SampleName, sampleNames, samplePhotos } from '#lib/policy/sample-photos.ts';
import type { PreviewPhoto } from './preview-photo.ts';

/** The drawn extremes, as photos that previews can be shown of. */
export const sampleViews: readonly (PreviewPhoto & { sample: SampleName; label: string })[] = sampleNames.map(
  (sample) => {
    const { label, width, height } = samplePhotos[sample];
    return {
      asset_id: `sample-${sample}`,
      sample,
      label,
      name: `drawn sample, ${label.toLowerCase()}`,
      width,
      height,
    };
  },
);
