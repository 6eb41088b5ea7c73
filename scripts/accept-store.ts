import type { Env } from '#lib/env.ts';
import { probeStore } from '#lib/storage/probe-store.ts';

/**
 * Tries a store before anybody trusts it with a photo. Throws a sentence a line for what it does not keep and the portal
 * cannot do without; answers what else should be known of it.
 */
export async function acceptStore(settings: Env): Promise<string[]> {
  const findings = await probeStore(settings, { portalOrigin: new URL(settings.PORTAL_URL).origin });
  const refusals = findings.filter(({ level }) => level === 'refuse');
  if (refusals.length > 0) throw new Error(refusals.map(({ message }) => message).join('\n'));
  return findings.map(({ message }) => message);
}
