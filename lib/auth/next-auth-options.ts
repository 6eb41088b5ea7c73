import type { AuthOptions } from 'next-auth';
import { z } from 'zod';
import { unsafeFindUserBySession } from '#db/queries/users.ts';
import { Problem } from '#lib/errors.ts';
import { redactText } from '#lib/observe/log.ts';
import { acceptRequestId } from '#lib/observe/request-ids.ts';
import { traceIdOf } from '#lib/observe/spans.ts';
import { parseInput } from '#lib/parse-input.ts';
import type { Services } from '#lib/services.ts';
import { checkCredentials } from './check-credentials.ts';
import { clientAddress } from './client-address.ts';

declare module 'next-auth' {
  interface User {
    epoch: number;
  }
}

const credentials = z.object({ email: z.string().max(320), password: z.string().min(1).max(1000) });

/** Signed-in people are asked again after this; next-auth's own session call is the only thing that renews it. */
const maxAge = 14 * 24 * 60 * 60;

type Sent = { headers?: Record<string, unknown> | undefined };

export function nextAuthOptions(services: Services): AuthOptions {
  return {
    secret: services.env.AUTH_SECRET,
    session: { strategy: 'jwt', maxAge },
    pages: { signIn: '/sign-in', error: '/sign-in', signOut: '/sign-in', verifyRequest: '/sign-in' },
    providers: [
      {
        id: 'credentials',
        name: 'Email and password',
        type: 'credentials',
        credentials: {},
        authorize: (sent, request) => authorize(services, sent, request),
      },
    ],
    callbacks: {
      // The cookie names the person and the generation of their sessions; name, role and rights are read per request.
      async jwt({ token, user }) {
        if (user) return { sub: user.id, epoch: user.epoch };
        const session = { userId: String(token.sub), epoch: Number(token.epoch) };
        if (!(await unsafeFindUserBySession(services.db, session))) throw new Error('this session has ended');
        return { sub: token.sub, epoch: token.epoch };
      },
      session: ({ session }) => ({ expires: session.expires }),
    },
    logger: {
      error: (code, detail) => services.log.warn({ code, cause: redactText(String(detail)) }, 'next-auth'),
      warn: (code) => services.log.debug({ code }, 'next-auth'),
      debug: () => {},
    },
  };
}

/** next-auth puts the message of what is thrown here into the address of the sign-in page, as `?error=`. */
async function authorize(services: Services, sent: unknown, { headers }: Sent) {
  const parsed = parseInput(credentials, sent);
  if (!parsed.success) return null;
  const header = (name: string) => (headers?.[name] as string | undefined) ?? null;
  const caller = {
    actor: { kind: 'anonymous' as const },
    requestId: acceptRequestId(header('x-request-id')),
    traceId: traceIdOf(header('traceparent')),
  };
  const address = clientAddress(header('x-forwarded-for'), services.env.TRUSTED_PROXIES);
  try {
    return (await checkCredentials(services, caller, { ...parsed.data, address })) ?? null;
  } catch (error) {
    if (error instanceof Problem && error.code === 'rate_limited') throw new Error('TooManyAttempts');
    services.log.error(
      { request_id: caller.requestId, cause: redactText(String(error)) },
      'a sign-in failed',
    );
    throw new Error('Unavailable');
  }
}
