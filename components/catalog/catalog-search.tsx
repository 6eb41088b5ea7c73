import Form from 'next/form';
import { SearchIcon } from '#components/ui/icons.tsx';
import { Kbd } from '#components/ui/kbd.tsx';

/** Finds products by name, number and the words of their photos. The address is the state. */
export function CatalogSearch({ q, audience }: { q: string | undefined; audience: string | undefined }) {
  return (
    <search className="w-full md:w-[22rem]">
      <Form action="/catalog" className="relative">
        {audience && <input name="audience" type="hidden" value={audience} />}
        <SearchIcon className="pointer-events-none absolute inset-y-0 left-1.5 my-auto text-ink-soft" />
        <input
          aria-label="Search products and photos"
          className="peer min-h-5 w-full rounded-control border border-line-strong bg-surface pr-5 pl-5 text-body text-ink placeholder:text-ink-soft pointer-coarse:min-h-[44px]"
          defaultValue={q}
          enterKeyHint="search"
          key={q}
          name="q"
          placeholder="Search"
          type="search"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-1.5 hidden items-center peer-placeholder-shown:flex peer-focus:hidden pointer-coarse:hidden"
        >
          <Kbd>/</Kbd>
        </span>
      </Form>
    </search>
  );
}
