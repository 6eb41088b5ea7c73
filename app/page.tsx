import { redirect } from 'next/navigation';
import { isStaff } from '#lib/auth/actor.ts';
import { pageCaller } from '#lib/auth/page-caller.ts';

/** Sends each to their place. */
export default async function Home() {
  const { caller } = await pageCaller('catalog.read');
  redirect(isStaff(caller.actor) ? '/library' : '/catalog');
}
