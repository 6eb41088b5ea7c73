import { randomUUID } from 'node:crypto';
import { insertProduct } from '#db/queries/products.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { Problem } from '#lib/errors.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import type { NewProduct, Product } from './product-schema.ts';
import { getProduct } from './products.ts';

/** A product for photos to belong to. A SKU names one product only. */
export async function createProduct(services: Services, caller: Caller, input: NewProduct): Promise<Product> {
  requirePermission(caller.actor, 'product.create');
  if (caller.actor.kind !== 'person') throw new Problem('forbidden', 'Only a person can create a product.');
  const createdBy = caller.actor.id;
  const id = randomUUID();
  const sku = input.sku ?? null;
  await services.db.transaction().execute(async (trx) => {
    if (!(await insertProduct(trx, { id, name: input.name, sku, createdBy }))) {
      throw new Problem('conflict', `Another product has the SKU “${sku}”. Choose another one.`, {
        details: { field: 'sku' },
      });
    }
    await recordAudit(trx, caller, {
      action: 'product.created',
      subjectKind: 'product',
      subjectId: id,
      detail: { name: input.name, sku },
    });
  });
  return getProduct(services, caller, { productId: id });
}
