import type { Metadata } from 'next';
import { PeopleSearch } from '#components/people/people-search.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { listPeople } from '#lib/auth/list-people.ts';
import { pageCaller } from '#lib/auth/page-caller.ts';
import { PeopleList } from './people-list.tsx';

export const metadata: Metadata = { title: 'People' };

export default async function People({ searchParams }: { searchParams: Promise<{ q?: string | string[] }> }) {
  const { services, caller } = await pageCaller('people.manage');
  const [people, { q }] = await Promise.all([listPeople(services, caller), searchParams]);
  const words = [q ?? ''].flat()[0] ?? '';
  return (
    <>
      <PageHeader
        actions={
          <>
            <PeopleSearch q={words} />
            <LinkButton href="/people/new" kind="primary">
              Add a person
            </LinkButton>
          </>
        }
        lead="Who can sign in, what they may do, and what they see."
        title="People"
      />
      <PeopleList caller={caller} people={people} services={services} words={words} />
    </>
  );
}
