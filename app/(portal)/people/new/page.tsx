import type { Metadata } from 'next';
import { BackToPeople } from '#components/people/back-to-people.tsx';
import { CreatePersonForm } from '#components/people/create-person-form.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { pageCaller } from '#lib/auth/page-caller.ts';
import { createPerson } from '../actions.ts';
import { membershipOptions } from '../membership-options.ts';

export const metadata: Metadata = { title: 'Add a person' };

export default async function NewPerson() {
  const { services, caller } = await pageCaller('people.manage');
  const options = await membershipOptions(services, caller);
  return (
    <>
      <PageHeader over={<BackToPeople />} title="Add a person" />
      <CreatePersonForm action={createPerson} {...options} />
    </>
  );
}
