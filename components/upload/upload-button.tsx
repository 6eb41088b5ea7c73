'use client';

import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { UploadIcon } from '#components/ui/icons.tsx';
import type { ProductName } from './upload-settings.ts';
import { useUploadDesk } from './uploads-context.tsx';

/** Opens the file dialog. Nothing for people who may not upload. */
export function UploadButton({
  product,
  onChosen,
  kind = 'primary',
  children = 'Upload photos',
}: {
  product?: ProductName;
  onChosen?: () => void;
  kind?: 'primary' | 'secondary';
  children?: ReactNode;
}) {
  const desk = useUploadDesk();
  if (!desk) return null;
  return (
    <Button disabled={!desk.uploads} kind={kind} onClick={() => desk.chooseFiles(product, onChosen)}>
      <UploadIcon />
      {children}
    </Button>
  );
}
