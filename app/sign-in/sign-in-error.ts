/** What next-auth's `?error=` means, in one line each; `other` for the rest. */
export const signInSentences: Readonly<Record<string, string>> = {
  CredentialsSignin: 'This email and password do not belong together. Try again.',
  TooManyAttempts: 'Too many attempts. Wait a minute, then try again.',
  Unavailable: 'Signing in does not work at the moment. Try again in a minute.',
  NoCookie: 'This browser keeps no cookies for the portal. Allow them, then load the page again.',
  other: 'That did not work. Try again.',
};

export function signInError(code: string | undefined): string | undefined {
  return code === undefined ? undefined : (signInSentences[code] ?? signInSentences.other);
}
