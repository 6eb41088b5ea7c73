import type { Sharp } from 'sharp';

/**
 * Turns by EXIF orientation, so that every later step counts in pixels as people see them. libvips has already
 * applied irot and imir of AVIF. The tag itself is dropped with all metadata: nothing can turn the file twice.
 */
export function orient(pipeline: Sharp): Sharp {
  return pipeline.autoOrient();
}
