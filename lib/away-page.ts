import { accentColors } from './accent.ts';
import { escapeXml } from './picture/escape-xml.ts';
import type { Theme } from './theme.ts';

/** How long a browser waits before it asks again by itself. */
export const tryAgainSeconds = 10;

/**
 * The page for when no page can be made, whole in itself: styles, fonts and scripts of the portal may be out of
 * reach too. `nonce` lets its own style pass. Pure.
 */
export function awayPage(
  { COMPANY_NAME, ACCENT_COLOR }: { COMPANY_NAME: string; ACCENT_COLOR: string },
  { theme, nonce, requestId }: { theme: Theme; nonce: string; requestId: string },
): string {
  const { light, dark, onLight, onDark } = accentColors(ACCENT_COLOR);
  const scheme = theme === 'system' ? 'light dark' : theme;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Back in a moment · ${escapeXml(COMPANY_NAME)}</title>
<style nonce="${nonce}">
:root { color-scheme: ${scheme}; font: 1rem/1.5 system-ui, sans-serif }
body { margin: 0; padding: 1rem clamp(1rem, 5vw, 4rem); background: light-dark(#f7f7f7, #131313); color: light-dark(#171717, #f1f1f1) }
main { max-width: 36rem; margin-top: 4rem; padding: 2rem 0; border-top: 2px solid }
h1 { margin: 0 0 1rem; font-size: 1.75rem; line-height: 2rem }
p { margin: 0 0 1rem; color: light-dark(#545454, #b0b0b0); font-size: 1.125rem; line-height: 1.75rem }
p.small { margin-top: 2rem; font-size: .875rem; line-height: 1.25rem }
a { display: inline-block; padding: .75rem 1.25rem; background: light-dark(${light}, ${dark}); color: light-dark(${onLight}, ${onDark}); text-decoration: none }
a:focus-visible { outline: 2px solid; outline-offset: 2px }
</style>
</head>
<body>
<strong>${escapeXml(COMPANY_NAME)}</strong>
<main>
<h1>The portal will be back in a moment</h1>
<p>It cannot reach its database just now. Nothing that was saved is lost, and photos that are being uploaded go on by themselves. This page tries again every ${tryAgainSeconds} seconds.</p>
<a href="">Try again</a>
<p class="small">If it stays like this, tell support the number ${escapeXml(requestId)}.</p>
</main>
</body>
</html>
`;
}
