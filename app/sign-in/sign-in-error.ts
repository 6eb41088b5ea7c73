/** What next-auth's `?error=` means, in one line each; `other` for the rest. */
export const signInSentences: Readonly<Record<string, string>> = {
  CredentialsSignin: 'This email and password do not belong together. Try again.',
  TooManyAttempts: 'Too many attempts. Wait a minute, then try again.',
  Unavailable: 'Signing in does not work at the moment. Try again in a minute.',
  NoCookie: 'This browser keeps no cookies for the portal. Allow them, then load the page again.',
  SessionRequired: 'Sign in first, then you come back to where you were.',
  AccessDenied: 'This account may not sign in. Ask whoever manages people here.',
  Configuration: 'Signing in is not set up right here. Tell whoever runs the portal.',
  Stale: 'This page was open for too long, or you signed in elsewhere meanwhile. Try again.',
  other: 'That did not work. Try again.',
};

export function signInError(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  return Object.hasOwn(signInSentences, code) ? signInSentences[code] : signInSentences.other;
}
