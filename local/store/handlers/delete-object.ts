import type { Answer } from '../answer.ts';
import type { Handlers } from '../operations.ts';

export const deleteObject: Handlers['object'] = async (
  _store,
  _request,
  { bucket, key },
): Promise<Answer> => {
  await bucket.remove(key);
  return { status: 204 };
};
