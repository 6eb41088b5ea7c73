'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, useRef } from 'react';
import { buttonClass } from '#components/ui/button.tsx';
import { SearchIcon } from '#components/ui/icons.tsx';
import { Kbd } from '#components/ui/kbd.tsx';

interface Choice {
  value: string;
  label: string;
}

export interface Filter {
  name: string;
  label: string;
  /** What is chosen when nothing is. */
  all: string;
  value: string | undefined;
  choices: readonly Choice[];
}

/** Filters of the list. The address is the state: each change is a page one can go back from and send to others. */
export function FilterBar({
  action,
  q,
  filters,
  keep,
}: {
  action: string;
  q: string | undefined;
  filters: readonly Filter[];
  /** What else of the address stays. */
  keep?: Readonly<Record<string, string>>;
}) {
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const submit = () => form.current?.requestSubmit();

  /** The same page as the browser's own submission leads to, without what is not chosen. */
  function go(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const chosen = [...new FormData(event.currentTarget)].filter(([, value]) => value !== '');
    const query = new URLSearchParams(chosen as [string, string][]).toString();
    router.push(query ? `${action}?${query}` : action, { scroll: false });
  }

  return (
    <search>
      <form action={action} className="flex flex-wrap items-center gap-1" onSubmit={go} ref={form}>
        {Object.entries(keep ?? {}).map(([name, value]) => (
          <input key={name} name={name} type="hidden" value={value} />
        ))}
        <span className="relative block w-full sm:w-[16rem]">
          <SearchIcon className="pointer-events-none absolute inset-y-0 left-1 my-auto text-ink-soft" />
          <input
            aria-label="Search photos and products"
            className="peer min-h-4 w-full rounded-control border border-line-strong bg-surface pr-4 pl-4 text-small text-ink placeholder:text-ink-soft pointer-coarse:min-h-[44px]"
            defaultValue={q}
            enterKeyHint="search"
            key={q}
            name="q"
            placeholder="Search"
            type="search"
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-1 hidden items-center peer-placeholder-shown:flex peer-focus:hidden pointer-coarse:hidden"
          >
            <Kbd>/</Kbd>
          </span>
        </span>
        {filters.map(({ name, label, all, value, choices }) => (
          <select
            aria-label={label}
            className="min-h-4 max-w-full min-w-0 flex-[1_0_9rem] rounded-control border border-line-strong bg-surface px-1 text-small text-ink data-set:border-ink data-set:font-medium sm:flex-none pointer-coarse:min-h-[44px]"
            data-set={value ? '' : undefined}
            defaultValue={value ?? ''}
            key={`${name}-${value}`}
            name={name}
            onChange={submit}
          >
            <option value="">{all}</option>
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </select>
        ))}
        <noscript>
          <button className={buttonClass({ size: 'small' })} type="submit">
            Apply
          </button>
        </noscript>
      </form>
    </search>
  );
}
