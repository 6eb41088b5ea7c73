import type { Metadata, Viewport } from 'next';
import localFont from 'next/font/local';
import { cookies } from 'next/headers';
import type { CSSProperties, ReactNode } from 'react';
import { accentColors } from '#lib/accent.ts';
import { env } from '#lib/env.ts';
import { readTheme, themeCookie } from '#lib/theme.ts';
import './globals.css';

const archivo = localFont({
  src: './fonts/archivo-latin.woff2',
  variable: '--font-archivo',
  weight: '100 900',
  display: 'swap',
  declarations: [
    { prop: 'font-stretch', value: '62% 125%' },
    {
      prop: 'unicode-range',
      value:
        'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
    },
  ],
});

/** Loaded only by pages that have such letters on them. */
const archivoExtended = localFont({
  src: './fonts/archivo-latin-ext.woff2',
  variable: '--font-archivo-ext',
  weight: '100 900',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: 'font-stretch', value: '62% 125%' },
    {
      prop: 'unicode-range',
      value:
        'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
    },
  ],
});

export async function generateMetadata(): Promise<Metadata> {
  // The name is a setting of the running process, unknown when the pages are built.
  await cookies();
  const { COMPANY_NAME, ACCENT_COLOR } = env();
  return {
    title: { default: COMPANY_NAME, template: `%s · ${COMPANY_NAME}` },
    robots: { index: false },
    icons: { icon: `data:image/svg+xml,${encodeURIComponent(shield(ACCENT_COLOR))}` },
  };
}

/** The tab's icon in the company's colour. */
function shield(color: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="${color}" d="M3 2h26v15c0 7-6 11-13 13C9 28 3 24 3 17z"/></svg>`;
}

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f7f7f7' },
    { media: '(prefers-color-scheme: dark)', color: '#131313' },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = readTheme((await cookies()).get(themeCookie)?.value);
  const accent = accentColors(env().ACCENT_COLOR);
  const style = {
    '--accent-light': accent.light,
    '--on-accent-light': accent.onLight,
    '--accent-dark': accent.dark,
    '--on-accent-dark': accent.onDark,
  } as CSSProperties;
  return (
    <html
      className={`${archivo.variable} ${archivoExtended.variable}`}
      data-theme={theme}
      lang="en"
      style={style}
    >
      <body>{children}</body>
    </html>
  );
}
