'use client';

import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { buttonClass } from '#components/ui/button.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { GripVerticalIcon, StarIcon } from '#components/ui/icons.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { ActionResult } from '#lib/action.ts';
import { moved } from './moved.ts';

export interface SortableItem {
  id: string;
  name: string;
  ratio: number;
  isHero: boolean;
  /** Only what is there to be seen can stand for the product. */
  mayBeHero: boolean;
  tile: ReactNode;
}

/** Photos of one product in the editors' order: dragged, or moved with the arrow keys of their handle. */
export function SortableGrid({
  items,
  productId,
  reorder,
  setHero,
}: {
  items: readonly SortableItem[];
  productId: string;
  reorder: (input: { product_id: string; asset_ids: string[] }) => Promise<ActionResult<unknown>>;
  setHero: (input: { product_id: string; asset_id: string }) => Promise<ActionResult<unknown>>;
}) {
  const served = items.map(({ id }) => id).join();
  const [order, setOrder] = useState<readonly string[]>(() => items.map(({ id }) => id));
  const [dragged, setDragged] = useState<string>();
  const [said, setSaid] = useState('');
  const [error, setError] = useState<string>();
  useEffect(() => setOrder(served.split(',')), [served]);
  const shown = order.flatMap((id) => items.find((item) => item.id === id) ?? []);

  async function store(next: readonly string[]) {
    setError(undefined);
    const answer = await reorder({ product_id: productId, asset_ids: [...next] });
    if (answer.ok) return;
    setOrder(served.split(','));
    setError(answer.message);
  }

  function onKey(event: KeyboardEvent, item: SortableItem) {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const to = order.indexOf(item.id) + step;
    if (to < 0 || to >= order.length) return;
    const next = moved(order, item.id, to);
    setOrder(next);
    setSaid(`${item.name} stands at place ${to + 1} of ${order.length}.`);
    void store(next);
  }

  return (
    <>
      {error && (
        <Notice className="mb-2" live tone="fail">
          {error}
        </Notice>
      )}
      <p className="sr-only" role="status">
        {said}
      </p>
      <ol className="photo-rows [--most-growth:1.7] [--photo-gap:1.75rem] [--photo-gap-x:1rem] [--row-height:14rem]">
        {shown.map((item, index) => (
          <li
            className={classNames('group/tile relative min-w-0', dragged === item.id && 'opacity-40')}
            draggable
            key={item.id}
            onDragEnd={() => {
              setDragged(undefined);
              if (order.join() !== served) void store(order);
            }}
            onDragOver={(event) => {
              if (!dragged) return;
              event.preventDefault();
              if (dragged !== item.id) setOrder(moved(order, dragged, index));
            }}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              event.dataTransfer.setData('text/plain', item.id);
              setDragged(item.id);
            }}
            style={{ '--ratio': item.ratio } as CSSProperties}
          >
            {item.tile}
            <div className="absolute top-0.5 right-0.5 left-0.5 flex justify-between">
              <Handle index={index} item={item} onKey={onKey} total={order.length} />
              <HeroButton
                item={item}
                onChoose={() => setHero({ product_id: productId, asset_id: item.id })}
                onError={setError}
              />
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

const onPhoto = buttonClass(
  { kind: 'secondary', size: 'small' },
  'size-4 px-0! pointer-coarse:size-[44px] shadow-sheet border-transparent!',
);
const onHover = 'opacity-0 focus-visible:opacity-100 group-hover/tile:opacity-100 pointer-coarse:opacity-100';

function Handle({
  item,
  index,
  total,
  onKey,
}: {
  item: SortableItem;
  index: number;
  total: number;
  onKey: (event: KeyboardEvent, item: SortableItem) => void;
}) {
  return (
    <button
      aria-label={`Move ${item.name}, place ${index + 1} of ${total}: use the arrow keys`}
      className={classNames(onPhoto, onHover, 'cursor-grab!')}
      onKeyDown={(event) => onKey(event, item)}
      title="Drag, or use the arrow keys"
      type="button"
    >
      <GripVerticalIcon />
    </button>
  );
}

function HeroButton({
  item,
  onChoose,
  onError,
}: {
  item: SortableItem;
  onChoose: () => Promise<ActionResult<unknown>>;
  onError: (sentence: string | undefined) => void;
}) {
  if (!item.mayBeHero && !item.isHero) return null;
  return (
    <button
      aria-label={`${item.name} stands for the product`}
      aria-pressed={item.isHero}
      className={classNames(
        onPhoto,
        !item.isHero && onHover,
        'aria-pressed:bg-inverse aria-pressed:text-on-inverse',
      )}
      onClick={async () => {
        if (item.isHero) return;
        const answer = await onChoose();
        onError(answer.ok ? undefined : answer.message);
      }}
      title={item.isHero ? 'Stands for the product' : 'Let it stand for the product'}
      type="button"
    >
      <StarIcon />
    </button>
  );
}
