import { checkFiles } from './check-files.ts';
import { checkMasters } from './check-masters.ts';
import type { ReconcileContext } from './reconcile-acts.ts';
import { freeStuckAssets, redriveEvents, settleRegistrations } from './redrive.ts';
import { endMultiparts, sweepDerivatives, sweepLandings, sweepMarkLandings } from './sweep-objects.ts';

/** What one page of a step went through, and where the next one begins. */
export interface ReconcilePage {
  position: string;
  isLast: boolean;
  objects?: number;
  rows?: number;
  bytes?: number;
}

type Take = (ctx: ReconcileContext, position: string) => Promise<ReconcilePage>;

/**
 * In their order: photos and events that stand come first, since what they lead to may write objects and rows that
 * the later steps then find in their place.
 */
export const reconcileSteps: readonly { name: string; take: Take }[] = [
  { name: 'events', take: redriveEvents },
  { name: 'photos', take: freeStuckAssets },
  { name: 'registrations', take: settleRegistrations },
  { name: 'uploads', take: sweepLandings },
  { name: 'marks', take: sweepMarkLandings },
  { name: 'parts', take: endMultiparts },
  { name: 'masters', take: checkMasters },
  { name: 'orphans', take: sweepDerivatives },
  { name: 'files', take: checkFiles },
];
