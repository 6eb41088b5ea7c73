import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { pageData } from '#app/page-data.ts';
import { VersionRunbook } from '#components/repair/version-runbook.tsx';
import { pageCaller } from '#lib/auth/page-caller.ts';
import { may } from '#lib/auth/permissions.ts';
import { listPolicyVersions } from '#lib/policy/list-policy-versions.ts';
import { getVersionRepair } from '#lib/repair/get-version-repair.ts';
import { pageAudience } from '../../page-audience.ts';
import { inspect, requeue } from './actions.ts';

export const metadata: Metadata = { title: 'State of a policy version' };

interface Props {
  params: Promise<{ audience: string; version: string }>;
}

/** What is under way after a rollback or a suspension, and whether the files are what their rows say. */
export default async function VersionState({ params }: Props) {
  const { services, caller } = await pageCaller('policy.read');
  const { audience: slug, version: number } = await params;
  if (!/^[1-9]\d{0,8}$/.test(number)) notFound();
  const policyVersion = Number(number);
  const [audience, versions, repair] = await Promise.all([
    pageAudience(services, caller, slug),
    pageData(listPolicyVersions(services, caller, { audience: slug })),
    getVersionRepair(services, caller, { audience: slug, policyVersion }),
  ]);
  const version = versions.find((each) => each.version === policyVersion) ?? notFound();
  const read = versions.find((each) => each.version === audience.reading_version);
  const clock = { now: new Date(), timeZone: services.env.PORTAL_TIME_ZONE };
  const actions = may(caller.actor, 'repair.act') ? { inspect, requeue } : undefined;
  return <VersionRunbook {...{ audience, version, read, repair, clock, actions }} />;
}
