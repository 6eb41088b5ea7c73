import { expect, it } from 'vitest';
import { signInError, signInSentences } from './sign-in-error.ts';

it.each(['NoCookie', 'CredentialsSignin', 'SessionRequired', 'AccessDenied', 'Configuration', 'Stale'])(
  '%s is said in words',
  (code) => {
    expect(signInError(code)).toMatch(/^[A-Z].*\.$/);
    expect(signInError(code)).not.toBe(signInSentences.other);
  },
);

it.each(['Anything', 'constructor', '__proto__', 'toString', ''])('%j is an error without a name', (code) => {
  expect(signInError(code)).toBe(signInSentences.other);
});

it('nothing is said where nothing went wrong', () => {
  expect(signInError(undefined)).toBeUndefined();
});
