import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { Problem } from '#lib/errors.ts';

/**
 * What a page shows, or the page for what is wrong: sign-in for those who must sign in first, else the 404 for what
 * is not there, may not be seen, or was asked for with an address of the wrong form.
 */
export async function pageData<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    if (error.code === 'unauthenticated') {
      const path = (await headers()).get('x-portal-path');
      redirect(path ? `/sign-in?${new URLSearchParams({ callbackUrl: path })}` : '/sign-in');
    }
    if (error.status === 404 || error.status === 400) notFound();
    throw error;
  }
}
