import type { Env } from '#lib/env.ts';
import type { ObjectStore } from './object-store.ts';

export function connectS3(_settings: Env): ObjectStore {
  throw new Error('written by the storage room');
}
