import { landingAsset } from '#lib/storage/landing-asset.ts';
import { objectKeys } from '#lib/storage/object-store.ts';
import { type AcceptedType, extensionOf } from './accepted-types.ts';

/** Where the bytes of an asset arrive. Made of our own id and extension: nothing of a person's is in a key. */
export function landingKey(assetId: string, type: AcceptedType): string {
  return objectKeys.landing(assetId, extensionOf(type));
}

/** True only of keys that `landingKey` could have made: thumbnails, masters and derivatives are none. */
export function isLandingKey(key: string): boolean {
  return landingAsset(key) !== undefined;
}
