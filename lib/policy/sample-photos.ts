/** The photos at the edges of what can come, drawn by the portal itself so that every policy can be tried on them. */
export const sampleNames = ['tiny', 'panorama', 'tall', 'transparent', 'grey', 'cmyk'] as const;
export type SampleName = (typeof sampleNames)[number];

export interface SamplePhoto {
  label: string;
  width: number;
  height: number;
  channels: 'rgb' | 'rgba' | 'grey' | 'cmyk';
}

export const samplePhotos: Readonly<Record<SampleName, SamplePhoto>> = {
  tiny: { label: 'Tiny', width: 48, height: 36, channels: 'rgb' },
  panorama: { label: 'Panorama', width: 2400, height: 320, channels: 'rgb' },
  tall: { label: 'Tall', width: 320, height: 2400, channels: 'rgb' },
  transparent: { label: 'Transparent', width: 1200, height: 900, channels: 'rgba' },
  grey: { label: 'Grey', width: 1200, height: 900, channels: 'grey' },
  cmyk: { label: 'CMYK', width: 1200, height: 900, channels: 'cmyk' },
};
