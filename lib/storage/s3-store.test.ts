import { storageContract } from '#test/storage-contract.ts';
import { testStore } from '#test/store.ts';

const local = await testStore();
storageContract('the local store', () => local.store);
