'use client';

import { type KeyboardEvent, useId, useState } from 'react';
import { formatCount, formatPlural } from '#lib/format.ts';

/** More than these are found by name. */
const seenAtOnce = 8;

/** Ticks products. What does not match the search is out of sight only: its tick is sent all the same. */
export function ProductPicker({
  audience,
  products,
  listed,
}: {
  audience: { slug: string; name: string };
  products: readonly { id: string; name: string }[];
  listed: readonly string[];
}) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(listed));
  const [words, setWords] = useState('');
  const id = useId();
  if (products.length === 0) return <p className="text-small text-ink-soft">There are no products yet.</p>;

  function tick(product: string, isTicked: boolean) {
    const next = new Set(ticked);
    if (isTicked) next.add(product);
    else next.delete(product);
    setTicked(next);
  }

  const matches = (name: string) => name.toLowerCase().includes(words.trim().toLowerCase());
  const beyond = listed.filter((each) => !products.some((product) => product.id === each));
  const found = products.filter(({ name }) => matches(name)).length;
  return (
    <fieldset aria-describedby={`${id}-count`} className="min-w-0 rounded-control bg-sunken px-2 py-1">
      <legend className="sr-only">Products for {audience.name}</legend>
      {products.length > seenAtOnce && (
        <input
          aria-label={`Find a product for ${audience.name}`}
          className="mb-0.5 min-h-4 w-full rounded-control border border-line-strong bg-surface px-1 text-small pointer-coarse:min-h-[44px]"
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={keepForm}
          placeholder="Find a product"
          value={words}
        />
      )}
      <div className="grid max-h-[16rem] gap-x-2 overflow-y-auto sm:grid-cols-2">
        {products.map(({ id: product, name }) => (
          <label
            className="flex min-h-4 items-center gap-1 text-small [[hidden]]:hidden pointer-coarse:min-h-[44px]"
            hidden={!matches(name)}
            key={product}
          >
            <input
              checked={ticked.has(product)}
              className="size-2 shrink-0 accent-accent"
              name={`products.${audience.slug}`}
              onChange={(event) => tick(product, event.target.checked)}
              type="checkbox"
              value={product}
            />
            <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
          </label>
        ))}
      </div>
      {/* More than the page was given: saving must not drop them. */}
      {beyond.map((each) => (
        <input key={each} name={`products.${audience.slug}`} type="hidden" value={each} />
      ))}
      <p className="voice-label figures mt-0.5" id={`${id}-count`} role="status">
        {formatCount(ticked.size)} of {formatPlural(products.length, 'product')} ticked
        {found === 0 ? '. No product is called like this.' : ''}
      </p>
    </fieldset>
  );
}

/** Enter in the search is no wish to save. */
function keepForm(event: KeyboardEvent) {
  if (event.key === 'Enter') event.preventDefault();
}
