import { notFound } from 'next/navigation';
import { cache } from 'react';
import type { Caller } from '#lib/auth/actor.ts';
import { type AudienceSummary, listAudiences } from '#lib/policy/list-audiences.ts';
import type { Services } from '#lib/services.ts';

const audiencesOf = cache(listAudiences);

/** The audience that a page is about, or the page for what is not there. */
export async function pageAudience(
  services: Services,
  caller: Caller,
  slug: string,
): Promise<AudienceSummary> {
  const found = (await audiencesOf(services, caller)).find((audience) => audience.slug === slug);
  return found ?? notFound();
}
