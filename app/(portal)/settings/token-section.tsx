import { CreateTokenForm } from '#components/settings/create-token-form.tsx';
import { TokenList } from '#components/settings/token-list.tsx';
import { PageSection } from '#components/ui/page-section.tsx';
import type { Caller, Person } from '#lib/auth/actor.ts';
import { listTokens } from '#lib/auth/list-tokens.ts';
import type { Services } from '#lib/services.ts';
import { makeOwnToken, revokeOwnToken } from './actions.ts';

export async function TokenSection({
  services,
  caller,
  person,
}: {
  services: Services;
  caller: Caller;
  person: Person;
}) {
  const tokens = await listTokens(services, caller, { user_id: person.id });
  return (
    <PageSection
      lead="A program that sends one as a bearer token acts under your name, with your role and what you see."
      title="API tokens"
    >
      <CreateTokenForm action={makeOwnToken} />
      <TokenList
        action={revokeOwnToken}
        now={new Date()}
        timeZone={services.env.PORTAL_TIME_ZONE}
        tokens={tokens}
      />
    </PageSection>
  );
}
