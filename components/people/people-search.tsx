import { Button } from '#components/ui/button.tsx';

/** Finds people by name or email. A plain form: the words are the address. */
export function PeopleSearch({ q }: { q: string }) {
  return (
    <form action="/people" className="flex flex-1 gap-0.5 md:flex-none" method="get">
      <input
        aria-label="Search people"
        className="min-h-5 min-w-0 flex-1 rounded-control border border-line-strong bg-surface px-1.5 text-small placeholder:text-ink-soft md:w-[16rem]"
        defaultValue={q}
        maxLength={200}
        name="q"
        placeholder="Name or email"
        type="search"
      />
      <Button type="submit">Search</Button>
    </form>
  );
}
