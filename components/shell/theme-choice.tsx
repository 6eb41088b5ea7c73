import { buttonClass } from '#components/ui/button.tsx';
import { type Theme, themes } from '#lib/theme.ts';

const themeNames: Readonly<Record<Theme, string>> = { system: 'System', light: 'Light', dark: 'Dark' };

/** Light, dark, or whatever the system says: one press each, for this browser. */
export function ThemeChoice({
  theme,
  chooseTheme,
  hideLegend = false,
}: {
  theme: Theme;
  /** A server action. */
  chooseTheme: (form: FormData) => Promise<void>;
  hideLegend?: boolean;
}) {
  return (
    <form action={chooseTheme}>
      <fieldset className="grid grid-cols-3 gap-0.5">
        <legend className={hideLegend ? 'sr-only' : 'voice-label mb-0.5'}>Appearance</legend>
        {themes.map((each) => (
          <button
            aria-pressed={each === theme}
            className={buttonClass({ size: 'small' }, 'aria-pressed:bg-inverse aria-pressed:text-on-inverse')}
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
  );
}
