import Link from 'next/link';
import { AudienceChip, type AudienceMark } from '#components/ui/audience-chip.tsx';
import { roleNames } from '#components/ui/role-names.ts';
import { StatusDot } from '#components/ui/status-dot.tsx';
import type { PersonEntry } from '#lib/auth/list-people.ts';
import { formatPlural } from '#lib/format.ts';

/** A person among others: who, what they may do, what they see, and whether they can sign in. */
export function PersonRow({
  person,
  audiences,
  isOwn,
}: {
  person: PersonEntry;
  audiences: ReadonlyMap<string, AudienceMark>;
  isOwn: boolean;
}) {
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 border-b border-line py-1.5 hover:bg-hover md:grid-cols-[minmax(0,5fr)_6rem_minmax(0,6fr)_6rem] md:items-center">
      <div className="min-w-0">
        <Link
          className="font-medium text-ink [overflow-wrap:anywhere] after:absolute after:inset-0"
          href={`/people/${person.id}`}
        >
          {person.name}
        </Link>
        {isOwn && <span className="voice-label"> (you)</span>}
        <p className="voice-label [overflow-wrap:anywhere]">{person.email}</p>
      </div>
      <span className="col-span-2 text-small md:col-span-1">{roleNames[person.role]}</span>
      <ul
        aria-label="Sees"
        className="col-span-2 flex flex-wrap items-center gap-x-1.5 gap-y-0.5 md:col-span-1"
      >
        {person.memberships.length === 0 && (
          <li className="voice-label">{person.role === 'member' ? 'what is public only' : 'the library'}</li>
        )}
        {person.memberships.map(({ audience, products }) => (
          <li className="flex items-center gap-0.5" key={audience}>
            <AudienceChip audience={audiences.get(audience) ?? { name: audience, hue: '0', icon: '' }} />
            <span className="voice-label figures">
              {products === 'all' ? 'all products' : formatPlural(products.length, 'product')}
            </span>
          </li>
        ))}
      </ul>
      <StatusDot
        className="col-start-2 row-start-1 self-start md:col-start-4 md:self-center"
        tone={person.disabled_at ? 'idle' : 'ok'}
      >
        {person.disabled_at ? 'Disabled' : 'Active'}
      </StatusDot>
    </li>
  );
}
