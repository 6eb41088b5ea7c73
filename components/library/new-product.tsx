'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { PlusIcon } from '#components/ui/icons.tsx';
import type { ActionResult } from '#lib/action.ts';

/** Makes a product and goes there, where photos can be dropped. */
export function NewProduct({
  createProduct,
}: {
  createProduct: (form: FormData) => Promise<ActionResult<{ id: string }>>;
}) {
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const [errors, setErrors] = useState<{ name?: string; sku?: string }>({});
  const [busy, setBusy] = useState(false);

  async function submit(form: FormData) {
    setBusy(true);
    const made = await createProduct(form);
    setBusy(false);
    if (made.ok) {
      setIsOpen(false);
      router.push(`/library/${made.value.id}`);
      return;
    }
    const of = (path: string) => made.issues?.find((issue) => issue.path === path)?.message;
    const known = { name: of('name'), sku: made.code === 'conflict' ? made.message : of('sku') };
    setErrors({
      ...(known.sku ? { sku: known.sku } : {}),
      ...(known.name || !known.sku ? { name: known.name ?? made.message } : {}),
    });
  }

  return (
    <>
      <Button className="w-full" onClick={() => setIsOpen(true)} size="small">
        <PlusIcon />
        New product
      </Button>
      <Dialog onClose={() => setIsOpen(false)} open={isOpen} title="New product">
        <form
          className="flex flex-col gap-2"
          method="post"
          onSubmit={(event) => {
            event.preventDefault();
            void submit(new FormData(event.currentTarget));
          }}
        >
          <Field autoComplete="off" error={errors.name} label="Name" maxLength={200} name="name" required />
          <Field
            autoComplete="off"
            error={errors.sku}
            hint="Your own number for it, if it has one."
            label="SKU"
            maxLength={64}
            name="sku"
          />
          <div className="flex justify-end gap-1">
            <Button kind="quiet" onClick={() => setIsOpen(false)}>
              Cancel
            </Button>
            <Button disabled={busy} kind="primary" type="submit">
              Create
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
