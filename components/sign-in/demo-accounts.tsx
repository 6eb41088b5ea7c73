import { ArrowRightIcon } from '#components/ui/icons.tsx';

/** One row an account, each a form of its own: one click signs in, before any script has run too. */
export function DemoAccounts({
  accounts,
  password,
  csrfToken,
  callbackUrl,
}: {
  accounts: readonly { email: string; name: string; does: string }[];
  password: string;
  csrfToken: string;
  callbackUrl: string;
}) {
  return (
    <section aria-labelledby="demo-title">
      <h2 className="voice-label border-b border-line pb-1" id="demo-title">
        Demo accounts, one click each. Their password is <span className="text-ink">{password}</span>.
      </h2>
      <ul>
        {accounts.map(({ email, name, does }) => (
          <li className="border-b border-line" key={email}>
            <form action="/api/auth/callback/credentials" method="post">
              <input name="csrfToken" type="hidden" value={csrfToken} />
              <input name="callbackUrl" type="hidden" value={callbackUrl} />
              <input name="email" type="hidden" value={email} />
              <input name="password" type="hidden" value={password} />
              <button
                aria-label={`Sign in as ${name}, ${email}: ${does}`}
                className="group flex w-full items-center justify-between gap-2 py-1 text-left"
                type="submit"
              >
                <span className="min-w-0">
                  <span className="block text-small font-medium group-hover:underline">{email}</span>
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
