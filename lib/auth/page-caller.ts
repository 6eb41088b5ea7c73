import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { acceptRequestId } from '#lib/observe/request-ids.ts';
import { traceIdOf } from '#lib/observe/spans.ts';
import { type Services, services } from '#lib/services.ts';
import type { Actor, Caller } from './actor.ts';
import { findSessionPerson } from './get-actor.ts';
import { localPath } from './local-path.ts';
import { may, type Permission } from './permissions.ts';

/** One look-up a rendering, however many layouts and components ask. */
const renderCaller = cache(async (): Promise<Caller> => {
  const sent = await headers();
  const actor: Actor = (await findSessionPerson(services(), sent)) ?? { kind: 'anonymous' };
  return {
    actor,
    requestId: acceptRequestId(sent.get('x-request-id')),
    traceId: traceIdOf(sent.get('traceparent')),
  };
});

/**
 * Who looks at this page, once they may. Nobody signed in is sent to sign in and comes back; a role that cannot
 * do it learns nothing but that there is no such page.
 */
export async function pageCaller(permission: Permission): Promise<{ services: Services; caller: Caller }> {
  const caller = await renderCaller();
  if (!may(caller.actor, permission)) {
    if (caller.actor.kind === 'anonymous') {
      const back = localPath((await headers()).get('x-portal-path'));
      redirect(back === '/' ? '/sign-in' : `/sign-in?callbackUrl=${encodeURIComponent(back)}`);
    }
    notFound();
  }
  return { services: services(), caller };
}
