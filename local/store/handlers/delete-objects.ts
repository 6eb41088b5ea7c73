import { type Answer, xmlAnswer } from '../answer.ts';
import { readText } from '../body/read-body.ts';
import type { Handlers } from '../operations.ts';
import { S3Error } from '../s3-error.ts';
import { xmlDocument } from '../xml.ts';
import { childText, readXml } from '../xml-reader.ts';

const keysLimit = 1000;
const atOnce = 32;
const textLimit = 2 * 1024 * 1024;

export const deleteObjects: Handlers['bucket'] = async (_store, request, { bucket }): Promise<Answer> => {
  const root = readXml(await readText(request, textLimit));
  const keys = root.children
    .filter((child) => child.name === 'Object')
    .map((child) => childText(child, 'Key') ?? '')
    .filter((key) => key !== '');
  if (root.name !== 'Delete' || keys.length === 0 || keys.length > keysLimit)
    throw new S3Error('MalformedXML', `A Delete document names 1 to ${keysLimit} objects.`);
  for (let start = 0; start < keys.length; start += atOnce)
    await Promise.all(keys.slice(start, start + atOnce).map((key) => bucket.remove(key)));
  const quiet = childText(root, 'Quiet')?.trim() === 'true';
  return xmlAnswer(xmlDocument('DeleteResult', { Deleted: quiet ? [] : keys.map((Key) => ({ Key })) }));
};
