import { PasswordForm } from '#components/people/password-form.tsx';
import { TokenList } from '#components/settings/token-list.tsx';
import { DeedForm } from '#components/ui/deed-form.tsx';
import { PageSection } from '#components/ui/page-section.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { StatusDot } from '#components/ui/status-dot.tsx';
import type { Caller } from '#lib/auth/actor.ts';
import type { PersonEntry } from '#lib/auth/list-people.ts';
import { listTokens } from '#lib/auth/list-tokens.ts';
import { personId } from '#lib/auth/person-id.ts';
import type { Services } from '#lib/services.ts';
import {
  changePassword,
  disablePerson,
  enablePerson,
  endPersonSessions,
  revokePersonToken,
} from '../actions.ts';

/** How a person gets in: password, sessions, tokens, and whether at all. */
export async function AccessSections({
  services,
  caller,
  person,
}: {
  services: Services;
  caller: Caller;
  person: PersonEntry;
}) {
  const tokens = await listTokens(services, caller, { user_id: person.id });
  const times = { now: new Date(), timeZone: services.env.PORTAL_TIME_ZONE };
  const isOwn = person.id === personId(caller);
  const isDisabled = person.disabled_at !== null;
  const values = { id: person.id };
  return (
    <>
      <PageSection lead="For somebody who lost theirs. It ends their sessions." title="Password">
        <PasswordForm action={changePassword} person={person} />
      </PageSection>
      <PageSection title="Sessions">
        <DeedForm
          action={endPersonSessions}
          busyLabel="Signing out…"
          done="Signed out in every browser."
          label="Sign out everywhere"
          values={values}
        >
          Signs them out of every browser at once. They can sign in again, and their tokens go on working.
          {isOwn && ' This is your own account: you sign in again too.'}
        </DeedForm>
      </PageSection>
      <PageSection
        lead="Programs act under their name with these. Only they themselves can make one."
        title="API tokens"
      >
        <TokenList action={revokePersonToken} tokens={tokens} {...times} />
      </PageSection>
      <PageSection title="Account">
        <div className="mb-1">
          <StatusDot tone={isDisabled ? 'idle' : 'ok'}>
            <span>
              {isDisabled ? 'Disabled ' : 'Active, made '}
              <RelativeTime at={person.disabled_at ?? person.created_at} {...times} />
            </span>
          </StatusDot>
        </div>
        <DeedForm
          action={isDisabled ? enablePerson : disablePerson}
          busyLabel={isDisabled ? 'Enabling…' : 'Disabling…'}
          done={isDisabled ? 'Disabled. They are signed out.' : 'Enabled. They can sign in again.'}
          kind={isDisabled ? 'secondary' : 'danger'}
          label={isDisabled ? 'Enable the account' : 'Disable the account'}
          values={values}
        >
          {isDisabled
            ? 'Enabling lets them sign in again with their password and see what they saw. Tokens they had stay revoked.'
            : 'Disabling signs them out at once and keeps them out until the account is enabled again. What they did stays under their name. Their tokens are revoked for good.'}
          {isOwn && !isDisabled && ' This is your own account: you are signed out too.'}
        </DeedForm>
      </PageSection>
    </>
  );
}
