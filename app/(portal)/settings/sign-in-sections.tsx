import { OwnPasswordForm } from '#components/settings/own-password-form.tsx';
import { DeedForm } from '#components/ui/deed-form.tsx';
import { PageSection } from '#components/ui/page-section.tsx';
import { changeMyPassword, signOutEverywhere } from './actions.ts';

export function SignInSections({ email }: { email: string }) {
  return (
    <>
      <PageSection
        lead="Changing it signs you out in every browser, this one too. You sign in with the new one, and your tokens go on working."
        title="Password"
      >
        <OwnPasswordForm action={changeMyPassword} email={email} />
      </PageSection>
      <PageSection title="Sessions">
        <DeedForm
          action={signOutEverywhere}
          busyLabel="Signing out…"
          done="Signed out."
          label="Sign out everywhere"
          values={{}}
        >
          Every browser you are signed in with is signed out at once, this one too. Your tokens go on working.
        </DeedForm>
      </PageSection>
    </>
  );
}
