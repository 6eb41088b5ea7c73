import type { Answer } from '../answer.ts';
import type { Handlers } from '../operations.ts';

export const headBucket: Handlers['bucket'] = async (store): Promise<Answer> => ({
  status: 200,
  headers: { 'x-amz-bucket-region': store.region },
});
