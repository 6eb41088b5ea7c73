import { v4 as uuid } from 'uuid';
import { declaredType } from './declared-type.ts';
import type { UploadMeta } from './upload-file.ts';
import type { UploadRow } from './upload-row.ts';

/** A chosen file as Uppy takes it, with a key of its own for the portal. */
export function newUpload(file: File, product: { id: string; name: string }) {
  const type = declaredType(file);
  const meta: UploadMeta & { relativePath: string } = {
    // Part of Uppy's own id of a file: the same file may go to several products.
    relativePath: product.id,
    product_id: product.id,
    product_name: product.name,
    declared_type: type,
    idempotency_key: uuid(),
    step: 'asking',
  };
  return { name: file.name, type, data: file, meta };
}

/** A file that is not sent at all, with the reason. */
export function refusedRow(file: File, product: { id: string; name: string }, sentence: string): UploadRow {
  return {
    id: uuid(),
    name: file.name,
    bytes: file.size,
    productId: product.id,
    productName: product.name,
    state: 'refused',
    sent: 0,
    speed: null,
    inParts: false,
    blob: undefined,
    assetId: undefined,
    sentence,
  };
}
