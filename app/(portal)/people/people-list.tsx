import { PersonRow } from '#components/people/person-row.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { Caller } from '#lib/auth/actor.ts';
import type { PersonEntry } from '#lib/auth/list-people.ts';
import { personId } from '#lib/auth/person-id.ts';
import type { Services } from '#lib/services.ts';
import { membershipOptions } from './membership-options.ts';

/** Those whose name or email has the words, the ones who cannot sign in any more at the end. */
export async function PeopleList({
  services,
  caller,
  people,
  words,
}: {
  services: Services;
  caller: Caller;
  people: readonly PersonEntry[];
  words: string;
}) {
  const { audiences } = await membershipOptions(services, caller);
  const marks = new Map(audiences.map((audience) => [audience.slug, audience]));
  const wanted = words.trim().toLowerCase();
  const found = people
    .filter(({ name, email }) => `${name}\n${email}`.toLowerCase().includes(wanted))
    .sort((left, right) => Number(left.disabled_at !== null) - Number(right.disabled_at !== null));
  if (found.length === 0)
    return (
      <EmptyState
        action={<LinkButton href="/people">Show everyone</LinkButton>}
        title="Nobody is called like this"
      >
        Neither a name nor an email has “{words}” in it.
      </EmptyState>
    );
  return (
    <ul className="border-t border-ink">
      {found.map((person) => (
        <PersonRow audiences={marks} isOwn={person.id === personId(caller)} key={person.id} person={person} />
      ))}
    </ul>
  );
}
