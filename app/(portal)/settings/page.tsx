import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { notFound } from 'next/navigation';
import { chooseTheme } from '#app/choose-theme.ts';
import { ThemeChoice } from '#components/shell/theme-choice.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageSection } from '#components/ui/page-section.tsx';
import { roleNames } from '#components/ui/role-names.ts';
import { pageCaller } from '#lib/auth/page-caller.ts';
import { may } from '#lib/auth/permissions.ts';
import { readTheme, themeCookie } from '#lib/theme.ts';
import { SignInSections } from './sign-in-sections.tsx';
import { TokenSection } from './token-section.tsx';

export const metadata: Metadata = { title: 'Settings' };

export default async function Settings() {
  const { services, caller } = await pageCaller('account.own');
  const { actor } = caller;
  if (actor.kind !== 'person') notFound();
  const theme = readTheme((await cookies()).get(themeCookie)?.value);
  return (
    <>
      <PageHeader lead={`${actor.name} · ${actor.email} · ${roleNames[actor.role]}`} title="Settings" />
      <PageSection lead="Kept in this browser." title="Appearance">
        <div className="max-w-[24rem]">
          <ThemeChoice chooseTheme={chooseTheme} hideLegend theme={theme} />
        </div>
      </PageSection>
      <TokenSection caller={caller} person={actor} services={services} />
      {may(actor, 'webhook.manage') && (
        <PageSection lead="Other systems that are told of what happens here." title="Webhooks">
          <LinkButton href="/settings/webhooks">Open the webhooks</LinkButton>
        </PageSection>
      )}
      <SignInSections email={actor.email} />
    </>
  );
}
