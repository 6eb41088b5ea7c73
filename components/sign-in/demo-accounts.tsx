import { ArrowRightIcon } from '#components/ui/icons.tsx';

/** One row an account, each a form of its own: one click signs in, before any script has run too. */
export function DemoAccounts({
  accounts,
  password,
  csrfToken,
  callbackUrl,
}: {
  accounts: readonly { email: string; does: string }[];
  password: string;
  csrfToken: string;
  callbackUrl: string;
}) {
  return (
    <section aria-labelledby="demo-title">
      <h2 className="text-small font-medium" id="demo-title">
        Demo accounts
      </h2>
      <p className="voice-label border-b border-line pb-1">
        One click signs in. The password of each is <span className="text-ink">{password}</span>.
      </p>
      <ul>
        {accounts.map(({ email, does }) => (
          <li className="border-b border-line" key={email}>
            <form action="/api/auth/callback/credentials" method="post">
              <input name="csrfToken" type="hidden" value={csrfToken} />
              <input name="callbackUrl" type="hidden" value={callbackUrl} />
              <input name="email" type="hidden" value={email} />
              <input name="password" type="hidden" value={password} />
              <button
                className="group flex w-full items-center justify-between gap-2 py-1 text-left"
                type="submit"
              >
                <span className="min-w-0">
                  <span className="block text-small font-medium group-hover:underline">
                    <span className="sr-only">Sign in as </span>
                    {email}
                  </span>
                  <span className="voice-label block">{does}</span>
                </span>
                <ArrowRightIcon className="shrink-0 text-ink-soft transition-transform group-hover:translate-x-0.5" />
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}
