import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { CompanyName } from '#components/shell/company-name.tsx';
import { DemoAccounts } from '#components/sign-in/demo-accounts.tsx';
import { PhotoWall } from '#components/sign-in/photo-wall.tsx';
import { SignInForm } from '#components/sign-in/sign-in-form.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { LinkButton } from '#components/ui/link-button.tsx';
import { publicAudience } from '#lib/auth/actor.ts';
import { demoAccounts, demoPassword } from '#lib/auth/demo-accounts.ts';
import { pageCaller } from '#lib/auth/page-caller.ts';
import { listCatalogProducts } from '#lib/deliver/list-catalog-products.ts';
import { findCsrfToken } from './csrf-token.ts';
import { signInError, signInSentences } from './sign-in-error.ts';
import { wantedPath } from './wanted-path.ts';

export const metadata: Metadata = { title: 'Sign in' };

type Search = Promise<{ callbackUrl?: string; error?: string; csrf?: string }>;

export default async function SignIn({ searchParams }: { searchParams: Search }) {
  const { services, caller } = await pageCaller('session.manage');
  const { env } = services;
  const search = await searchParams;
  const callbackUrl = await wantedPath(
    env.PORTAL_URL,
    search.callbackUrl,
    Boolean(search.error ?? search.csrf),
  );
  if (caller.actor.kind === 'person') redirect(callbackUrl);
  const csrfToken = await findCsrfToken(services);
  if (!csrfToken && search.error !== 'NoCookie')
    redirect(`/api/auth/signin?${new URLSearchParams({ callbackUrl, error: 'NoCookie' })}`);
  // The marker of the way to next-auth and back says nothing once the cookie is there.
  const code = search.error === 'NoCookie' && csrfToken ? undefined : search.csrf ? 'Stale' : search.error;
  const { items } = await listCatalogProducts(services, caller, { audience: publicAudience, limit: 24 });
  const photos = items.flatMap(({ hero }) => hero ?? []);
  const form = { csrfToken: csrfToken ?? '', callbackUrl };
  return (
    <div className="grid flex-1 lg:grid-cols-[minmax(26rem,2fr)_3fr]">
      <main className="flex flex-col gap-4 px-[clamp(1rem,5vw,4rem)] py-3">
        <CompanyName name={env.COMPANY_NAME} />
        <div className="my-auto flex w-full max-w-[26rem] flex-col gap-4 py-4">
          <h1 className="voice-wide text-display">Sign in</h1>
          <SignInForm {...form} error={signInError(code)} sentences={signInSentences} />
          {env.EMBEDDED && <DemoAccounts {...form} accounts={demoAccounts} password={demoPassword} />}
        </div>
        <p className="flex flex-wrap items-center justify-between gap-1 text-small text-ink-soft">
          Public photos need no account.
          <LinkButton href="/catalog" kind="quiet" size="small">
            Open the public catalog
          </LinkButton>
        </p>
      </main>
      <div className={classNames('relative hidden lg:block', photos.length > 0 ? 'bg-stage' : 'bg-accent')}>
        <PhotoWall photos={photos} />
      </div>
    </div>
  );
}
