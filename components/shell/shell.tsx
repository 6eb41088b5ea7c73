import type { ReactNode } from 'react';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { Actor } from '#lib/auth/actor.ts';
import { may } from '#lib/auth/permissions.ts';
import type { Theme } from '#lib/theme.ts';
import { AccountMenu } from './account-menu.tsx';
import { CompanyName } from './company-name.tsx';
import { KeysSheet } from './keys-sheet.tsx';
import { placesOf } from './places.ts';
import { PlacesNav } from './places-nav.tsx';

/** The frame of every page behind the sign-in: a slim header, then photographs. */
export function Shell({
  actor,
  company,
  theme,
  chooseTheme,
  signOut,
  children,
}: {
  actor: Actor;
  company: string;
  theme: Theme;
  /** Server actions. */
  chooseTheme: (form: FormData) => Promise<void>;
  signOut: () => Promise<void>;
  children: ReactNode;
}) {
  const places = placesOf(actor);
  return (
    <>
      <a
        className="sr-only z-50 rounded-control bg-inverse text-on-inverse focus:not-sr-only focus:fixed focus:top-1 focus:left-1 focus:px-2 focus:py-1"
        href="#main"
      >
        Skip to the content
      </a>
      <header className="sticky top-0 z-40 border-b border-line bg-canvas">
        <div className="page-width grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 md:flex">
          <div className="flex h-7 min-w-0 items-center">
            <CompanyName name={company} />
          </div>
          {places.length > 0 && (
            <div className="order-3 col-span-2 min-w-0 md:order-none md:flex-1">
              <PlacesNav places={places} />
            </div>
          )}
          <div className="ml-auto flex items-center">
            {actor.kind === 'person' ? (
              <AccountMenu chooseTheme={chooseTheme} person={actor} signOut={signOut} theme={theme} />
            ) : (
              <LinkButton href="/sign-in" kind="quiet" prefetch={false} size="small">
                Sign in
              </LinkButton>
            )}
          </div>
        </div>
      </header>
      <main className="page-width flex-1 pb-10" id="main" tabIndex={-1}>
        {children}
      </main>
      <KeysSheet reviews={may(actor, 'asset.approve')} />
    </>
  );
}
