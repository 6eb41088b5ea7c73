import { expect, test } from 'vitest';
import { probeStore } from '#lib/storage/probe-store.ts';
import { connectS3 } from '#lib/storage/s3-store.ts';
import { storageContract } from '#test/storage-contract.ts';
import { withEngines } from './with-engines.ts';

withEngines(['s3'], 'SeaweedFS', ({ s3 }) => {
  storageContract('as a store', () => connectS3(s3));

  test('holds what the portal asks of a store at its start', async () => {
    expect(await probeStore(s3, { portalOrigin: 'http://localhost:3000' })).toEqual([]);
  });
});
