import { createHash, timingSafeEqual } from 'node:crypto';
import { cookies } from 'next/headers';
import type { Services } from '#lib/services.ts';

/**
 * The token that next-auth wants with the form: its cookie holds it beside a hash under our secret. A page cannot
 * set cookies, so without one (or with one of another installation) the browser is sent to next-auth to get it.
 */
export async function findCsrfToken({ env }: Pick<Services, 'env'>): Promise<string | undefined> {
  const prefix = env.PORTAL_URL.startsWith('https:') ? '__Host-' : '';
  const value = (await cookies()).get(`${prefix}next-auth.csrf-token`)?.value ?? '';
  const [token = '', hash = ''] = value.split('|');
  const expected = createHash('sha256').update(`${token}${env.AUTH_SECRET}`).digest();
  const given = Buffer.from(hash, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined;
}
