'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field, Select } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { ActionResult } from '#lib/action.ts';
import { formatPlural } from '#lib/format.ts';
import { roomInWords } from './room-in-words.ts';
import type { UploadTarget } from './upload-settings.ts';

export type CreateProduct = (input: { name: string; sku?: string }) => Promise<ActionResult<UploadTarget>>;

/** Asks where files belong: a product that is there, or a new one. Nothing is sent before. */
export function ProductDialog({
  fileCount,
  products,
  createProduct,
  onPlaced,
  onClose,
}: {
  fileCount: number;
  products: readonly UploadTarget[];
  createProduct: CreateProduct;
  onPlaced: (product: UploadTarget) => void;
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState('');
  const [name, setName] = useState('');
  const [sku, setSku] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const product = products.find(({ id }) => id === chosen);
  const isNew = chosen === 'new' || products.length === 0;

  async function submit() {
    setError(undefined);
    if (!isNew) {
      if (product) onPlaced(product);
      else setError('Choose the product that these photos show.');
      return;
    }
    setBusy(true);
    const made = await createProduct({ name, sku });
    setBusy(false);
    if (!made.ok) setError(made.message);
    else {
      setName('');
      setSku('');
      setChosen('');
      onPlaced(made.value);
    }
  }

  return (
    <Dialog
      onClose={onClose}
      open={fileCount > 0}
      title={`Where ${fileCount === 1 ? 'does this photo' : `do these ${formatPlural(fileCount, 'photo')}`} belong?`}
    >
      <form
        className="flex flex-col gap-2"
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {products.length > 0 && (
          <Select
            hint={product && roomInWords(product)}
            label="Product"
            onChange={(event) => setChosen(event.target.value)}
            value={chosen}
          >
            <option value="">Choose a product…</option>
            <option value="new">A new product</option>
            <optgroup label="Products">
              {products.map(({ id, name: title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </optgroup>
          </Select>
        )}
        {isNew && (
          <>
            <Field
              autoComplete="off"
              label="Name of the new product"
              maxLength={200}
              onChange={(event) => setName(event.target.value)}
              required
              value={name}
            />
            <Field
              autoComplete="off"
              hint="Your own number for it, if it has one."
              label="SKU"
              maxLength={64}
              onChange={(event) => setSku(event.target.value)}
              value={sku}
            />
          </>
        )}
        {error && (
          <Notice live tone="fail">
            {error}
          </Notice>
        )}
        <div className="flex justify-end gap-1">
          <Button kind="quiet" onClick={onClose}>
            Don’t upload
          </Button>
          <Button disabled={busy} kind="primary" type="submit">
            {isNew ? 'Create and upload' : 'Upload'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
