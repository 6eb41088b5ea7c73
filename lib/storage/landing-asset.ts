const shape = /^assets\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/original\.[a-z0-9]+$/;

/** The asset whose bytes land at the key. Nothing for thumbnails, masters, derivatives and what others put there. */
export function landingAsset(key: string): string | undefined {
  return shape.exec(key)?.[1];
}
