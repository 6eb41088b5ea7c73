import { buttonClass } from '#components/ui/button.tsx';
import { ChevronDownIcon, SignOutIcon } from '#components/ui/icons.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { Person } from '#lib/auth/actor.ts';
import type { Role } from '#lib/lifecycle.ts';
import { type Theme, themes } from '#lib/theme.ts';

const roleNames: Readonly<Record<Role, string>> = {
  admin: 'Admin',
  editor: 'Editor',
  support: 'Support',
  operator: 'Operator',
  member: 'Member',
};

const themeNames: Readonly<Record<Theme, string>> = { system: 'System', light: 'Light', dark: 'Dark' };

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
        <form action={chooseTheme} className="mt-2 border-t border-line pt-2">
          <fieldset className="grid grid-cols-3 gap-0.5">
            <legend className="voice-label mb-0.5">Appearance</legend>
            {themes.map((each) => (
              <button
                aria-pressed={each === theme}
                className={buttonClass(
                  { size: 'small' },
                  'aria-pressed:bg-inverse aria-pressed:text-on-inverse',
                )}
                key={each}
                name="theme"
                type="submit"
                value={each}
              >
                {themeNames[each]}
              </button>
            ))}
          </fieldset>
        </form>
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
