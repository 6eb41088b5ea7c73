import { type Answer, xmlAnswer } from '../answer.ts';
import type { Handlers } from '../operations.ts';
import { xmlDocument } from '../xml.ts';

/** S3 answers an empty constraint for us-east-1. */
export const getBucketLocation: Handlers['bucket'] = async (store): Promise<Answer> =>
  xmlAnswer(xmlDocument('LocationConstraint', store.region === 'us-east-1' ? '' : store.region));
