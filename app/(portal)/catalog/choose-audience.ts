import { notFound, redirect } from 'next/navigation';
import { type Caller, isStaff, publicAudience } from '#lib/auth/actor.ts';
import { listReadableAudiences, type ReadableAudience } from '#lib/deliver/list-readable-audiences.ts';
import type { Services } from '#lib/services.ts';

export interface AudienceChoice {
  audience: ReadableAudience;
  /** What the switch offers: nothing where there is one audience of one's own, or none. */
  choices: ReadableAudience[];
  /** Staff look through an audience's eyes: a bar says so and offers the others. */
  viewsAs: boolean;
}

/** The audience of a catalog page: the one asked for, else the person's first. */
export async function chooseAudience(
  services: Services,
  caller: Caller,
  asked: string | undefined,
): Promise<AudienceChoice> {
  const audiences = await listReadableAudiences(services, caller);
  const audience = asked === undefined ? audiences[0] : audiences.find(({ slug }) => slug === asked);
  if (!audience) {
    if (caller.actor.kind !== 'anonymous') notFound();
    redirect(`/sign-in?${new URLSearchParams({ callbackUrl: `/catalog?audience=${asked}` })}`);
  }
  if (isStaff(caller.actor)) return { audience, choices: audiences, viewsAs: true };
  const own = audiences.filter(({ slug }) => slug !== publicAudience);
  const choices = own.length > 1 || audience.slug !== audiences[0]?.slug ? audiences : [];
  return { audience, choices, viewsAs: false };
}
