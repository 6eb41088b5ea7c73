'use client';

import { type FormEvent, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';

/**
 * Email and password, posted to next-auth by the browser itself. Once this runs, the same post goes by `fetch`, so
 * that a wrong password leaves the email and the focus where they were.
 */
export function SignInForm({
  csrfToken,
  callbackUrl,
  error: firstError,
  sentences,
}: {
  csrfToken: string;
  callbackUrl: string;
  error: string | undefined;
  /** What each error code of next-auth means; `other` for the rest. */
  sentences: Readonly<Record<string, string>>;
}) {
  const [error, setError] = useState(firstError);
  const [busy, setBusy] = useState(false);
  const password = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    setBusy(true);
    const code = await signIn(form);
    if (code === undefined) return window.location.assign(callbackUrl);
    setBusy(false);
    setError(sentences[code] ?? sentences.other);
    password.current?.focus();
    password.current?.select();
  }

  return (
    <form
      action="/api/auth/callback/credentials"
      className="flex flex-col gap-2"
      method="post"
      onSubmit={submit}
    >
      <input name="csrfToken" type="hidden" value={csrfToken} />
      <input name="callbackUrl" type="hidden" value={callbackUrl} />
      <Field
        autoCapitalize="none"
        autoComplete="username"
        autoFocus={!firstError}
        label="Email"
        name="email"
        required
        spellCheck={false}
        type="email"
      />
      <Field
        autoComplete="current-password"
        autoFocus={Boolean(firstError)}
        error={error}
        label="Password"
        name="password"
        ref={password}
        required
        type="password"
      />
      <Button aria-disabled={busy} className="mt-1" kind="primary" type="submit">
        {busy ? 'Signing in…' : 'Sign in'}
      </Button>
    </form>
  );
}

/** `undefined` when signed in, else next-auth's error code. */
async function signIn(form: HTMLFormElement): Promise<string | undefined> {
  const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
  body.set('json', 'true');
  try {
    const response = await fetch(form.action, { method: 'POST', body });
    const { url } = (await response.json()) as { url?: string };
    if (!url) return 'Unavailable';
    const answer = new URL(url, window.location.href).searchParams;
    return answer.get('error') ?? (answer.has('csrf') ? 'other' : undefined);
  } catch {
    return 'Unavailable';
  }
}
