import { buttonClass } from '#components/ui/button.tsx';
import { ChevronDownIcon, SignOutIcon } from '#components/ui/icons.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { roleNames } from '#components/ui/role-names.ts';
import type { Person } from '#lib/auth/actor.ts';
import type { Theme } from '#lib/theme.ts';
import { ThemeChoice } from './theme-choice.tsx';

/** Who is signed in, and the way out. A popover of the browser's own: Escape and a click outside close it. */
export function AccountMenu({
  person,
  theme,
  chooseTheme,
  signOut,
}: {
  person: Person;
  theme: Theme;
  chooseTheme: (form: FormData) => Promise<void>;
  signOut: () => Promise<void>;
}) {
  return (
    <div className="relative">
      <button
        aria-label={`Account: ${person.name}`}
        className={buttonClass({ kind: 'quiet', size: 'small' }, 'max-w-[14rem]')}
        popoverTarget="account-menu"
        type="button"
      >
        <span className="truncate">{person.name}</span>
        <ChevronDownIcon />
      </button>
      <div
        className="fixed inset-auto top-[52px] right-[clamp(1rem,3vw,3rem)] w-[17rem] rounded-sheet border border-line bg-surface p-2 text-ink shadow-sheet"
        id="account-menu"
        popover="auto"
      >
        <p className="text-body font-medium">{person.name}</p>
        <p className="voice-label [overflow-wrap:anywhere]">{person.email}</p>
        <p className="voice-label">{roleNames[person.role]}</p>
        <div className="mt-2 border-t border-line pt-2">
          <ThemeChoice chooseTheme={chooseTheme} theme={theme} />
        </div>
        <form action={signOut} className="mt-2 flex flex-col gap-1 border-t border-line pt-2">
          <LinkButton href="/settings" prefetch={false}>
            Settings
          </LinkButton>
          <button className={buttonClass({}, 'w-full')} type="submit">
            <SignOutIcon />
            Sign out
          </button>
        </form>
      </div>
    </div>
  );
}
