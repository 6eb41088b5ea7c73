/** Whose light a person reads in: the system's, unless they chose. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const themeCookie = 'theme';

/** What the cookie says; anything but a theme is the system's. */
export function readTheme(value: string | undefined): Theme {
  return themes.find((theme) => theme === value) ?? 'system';
}
