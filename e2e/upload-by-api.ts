import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import type { Api } from './api.ts';

export interface Asked {
  asset_id: string;
  object_key: string;
  upload_url: string;
  upload_headers: Record<string, string>;
}

/** A place for a file of this size, in a product of its own. */
export async function askForUpload(editor: Api, bytes: Buffer, filename = 'kit.jpg'): Promise<Asked> {
  const product = await editor<{ id: string }>('POST', '/api/products', { name: `By program: ${filename}` });
  const asked = await editor<Asked>(
    'POST',
    '/api/assets',
    { product_id: product.body.id, filename, content_type: 'image/jpeg', byte_size: bytes.length },
    { 'Idempotency-Key': randomUUID() },
  );
  expect(asked.status).toBe(201);
  return asked.body;
}

/** Sends bytes through the signed URL, as whoever holds it can. @returns the store's status */
export async function put({ upload_url, upload_headers }: Asked, bytes: Buffer): Promise<number> {
  const answer = await fetch(upload_url, {
    method: 'PUT',
    headers: upload_headers,
    body: new Uint8Array(bytes),
  });
  await answer.arrayBuffer();
  return answer.status;
}

export async function complete(editor: Api, { object_key }: Asked): Promise<void> {
  const { status } = await editor('POST', '/api/uploads/complete', { key: object_key });
  expect([200, 201]).toContain(status);
}

export async function statusOf(editor: Api, { asset_id }: Asked) {
  const { body } = await editor<{ status: string; failure?: string }>('GET', `/api/assets/${asset_id}`);
  return body;
}
