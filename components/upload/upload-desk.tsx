'use client';

import { useRouter } from 'next/navigation';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { acceptedTypes } from '#lib/upload/accepted-types.ts';
import { DropArea } from './drop-area.tsx';
import { openUploads } from './open-uploads.ts';
import { type CreateProduct, ProductDialog } from './product-dialog.tsx';
import { type Admit, UploadPanel } from './upload-panel.tsx';
import type { ProductName, UploadSettings, UploadTarget } from './upload-settings.ts';
import type { Uploads } from './uploads.ts';
import { UploadsContext } from './uploads-context.tsx';

const accept = Object.entries(acceptedTypes)
  .flatMap(([type, { extensions }]) => [type, ...extensions.map((extension) => `.${extension}`)])
  .join(',');
/** Several photos that arrive at once are one look at the library. */
const refreshAfterMs = 250;

/** Uploads for every page of the library: files dropped anywhere, the panel, and the question where they belong. */
export function UploadDesk({
  personId,
  settings,
  products,
  createProduct,
  admit,
  children,
}: {
  personId: string;
  settings: UploadSettings;
  products: readonly UploadTarget[];
  createProduct: CreateProduct;
  admit: Admit;
  children: ReactNode;
}) {
  const router = useRouter();
  const [uploads, setUploads] = useState<Uploads | null>(null);
  const [target, setTarget] = useState<UploadTarget | null>(null);
  const [unplaced, setUnplaced] = useState<readonly File[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const wanted = useRef<{ product: ProductName | undefined; onChosen: (() => void) | undefined }>(null);

  const { maxUploadBytes, multipartThresholdBytes, multipartPartBytes } = settings;
  useEffect(() => {
    const own = openUploads(personId, { maxUploadBytes, multipartThresholdBytes, multipartPartBytes });
    setUploads(own);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = own.onChange(() => {
      clearTimeout(timer);
      timer = setTimeout(() => router.refresh(), refreshAfterMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [personId, maxUploadBytes, multipartThresholdBytes, multipartPartBytes, router]);

  const place = useCallback(
    (files: readonly File[], product: ProductName | null | undefined) => {
      if (files.length === 0) return;
      if (product) void uploads?.add(files, product);
      else setUnplaced(files);
    },
    [uploads],
  );

  const chooseFiles = useCallback((product?: ProductName, onChosen?: () => void) => {
    wanted.current = { product, onChosen };
    input.current?.click();
  }, []);

  const desk = useMemo(() => ({ uploads, setTarget, chooseFiles }), [uploads, chooseFiles]);

  return (
    <UploadsContext value={desk}>
      {children}
      <input
        accept={accept}
        aria-label="Photos to upload"
        className="sr-only"
        data-ready={uploads ? '' : undefined}
        multiple
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          place(files, wanted.current?.product ?? target);
          if (files.length > 0) wanted.current?.onChosen?.();
          wanted.current = null;
        }}
        ref={input}
        tabIndex={-1}
        type="file"
      />
      <DropArea onDrop={(files) => place(files, target)} target={target} />
      <ProductDialog
        createProduct={createProduct}
        fileCount={unplaced.length}
        onClose={() => setUnplaced([])}
        onPlaced={(product) => {
          place(unplaced, product);
          setUnplaced([]);
        }}
        products={products}
      />
      <UploadPanel admit={admit} chooseFiles={chooseFiles} uploads={uploads} />
    </UploadsContext>
  );
}
