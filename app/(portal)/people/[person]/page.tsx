import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { BackToPeople } from '#components/people/back-to-people.tsx';
import { DetailsForm } from '#components/people/details-form.tsx';
import { MembershipsForm } from '#components/people/memberships-form.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageSection } from '#components/ui/page-section.tsx';
import { listPeople } from '#lib/auth/list-people.ts';
import { pageCaller } from '#lib/auth/page-caller.ts';
import { may } from '#lib/auth/permissions.ts';
import { auditAddress } from '#lib/observe/audit-fields.ts';
import { changeMemberships, changePerson } from '../actions.ts';
import { membershipOptions } from '../membership-options.ts';
import { AccessSections } from './access-sections.tsx';

export const metadata: Metadata = { title: 'Person' };

export default async function PersonPage({ params }: { params: Promise<{ person: string }> }) {
  const { services, caller } = await pageCaller('people.manage');
  const [people, { person: id }] = await Promise.all([listPeople(services, caller), params]);
  const person = people.find((each) => each.id === id) ?? notFound();
  const options = await membershipOptions(services, caller);
  return (
    <>
      <PageHeader
        actions={
          may(caller.actor, 'audit.read') && (
            <LinkButton href={auditAddress({ person: person.email })} prefetch={false}>
              What they did
            </LinkButton>
          )
        }
        lead={person.email}
        over={<BackToPeople />}
        title={person.name}
      />
      <PageSection lead="The email is what they sign in with; it stays." title="Name and role">
        <DetailsForm action={changePerson} person={person} />
      </PageSection>
      <PageSection lead="What is public they see in any case." title="What they see in the catalog">
        <MembershipsForm
          action={changeMemberships}
          memberships={person.memberships}
          personId={person.id}
          {...options}
        />
      </PageSection>
      <AccessSections caller={caller} person={person} services={services} />
    </>
  );
}
