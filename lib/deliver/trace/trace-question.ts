import { unsafeFindTracedMaster, unsafeListTracedFiles } from '#db/queries/traces.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { Problem } from '#lib/errors.ts';
import type { DerivativeKey } from '#lib/policy/derivative-job.ts';
import type { Services } from '#lib/services.ts';
import type { TraceAnswer } from './answer.ts';
import { answerFile, answerMaster, answerPhoto, answerUnknown } from './build-answer.ts';
import { byLink, exactly } from './certainty.ts';
import { ownAddresses } from './own-addresses.ts';
import { readQuestion } from './question.ts';
import { type LinkTarget, readObjectKey } from './read-link.ts';

/** What a hash or a link of ours stands for. Links to elsewhere are never opened. Throws `Problem` for other text. */
export async function traceQuestion(
  services: Services,
  caller: Caller,
  { text }: { text: string },
): Promise<TraceAnswer> {
  requirePermission(caller.actor, 'trace.read');
  const question = readQuestion(text, ownAddresses(services.env));
  switch (question.kind) {
    case 'hash':
      return (
        (await traceHash(services, question.sha256)) ??
        answerUnknown('No file that was published here, and no original, has this SHA-256.', {
          notes: [
            'A copy that was saved anew has another. Drop the file itself: it is then looked for by what it shows.',
          ],
        })
      );
    case 'link':
      return traceTarget(services, question.target);
    case 'foreign':
      return answerUnknown(`This link leads to ${question.host}, which is not this portal.`, {
        notes: ['Links to other sites are never opened. Save the picture there, and drop the file here.'],
      });
    case 'unclear':
      throw new Problem(
        'invalid_request',
        'This is neither a SHA-256 (64 hex digits) nor a link of this portal to a file or a photo. Paste one of these, or drop the file.',
      );
  }
}

/** The file or the original whose bytes have this hash. */
export async function traceHash(services: Services, sha256: string): Promise<TraceAnswer | undefined> {
  const { db } = services;
  const [row, ...others] = await unsafeListTracedFiles(db, { sha256 });
  if (row) return answerFile(services, [row, ...others], { certainty: exactly });
  const master = await unsafeFindTracedMaster(db, sha256);
  return master && answerMaster(services, master, { certainty: exactly });
}

async function traceTarget(services: Services, target: LinkTarget): Promise<TraceAnswer> {
  switch (target.kind) {
    case 'derivative':
      return (await traceName(services, target.name)) ?? answerUnknown(noSuchFile);
    case 'object':
      return traceObject(services, target.key);
    case 'asset':
      return (
        (await answerPhoto(services, target.id, { certainty: byLink })) ??
        answerUnknown('There is no photo behind this link.', {
          notes: ['If it leads to a product, open one of its photos and take the link of that.'],
        })
      );
    case 'preview':
      return answerUnknown('This names a preview that staff made; nothing was published under it.');
  }
}

const noSuchFile = 'The link has the form of a file of this portal, but no such file was ever published.';

async function traceName(services: Services, name: DerivativeKey): Promise<TraceAnswer | undefined> {
  const [row] = await unsafeListTracedFiles(services.db, { name });
  return row && answerFile(services, [row], { certainty: byLink });
}

/** The object itself, or what its key names: losers of a race wrote under the same name and another fence. */
async function traceObject(services: Services, key: string): Promise<TraceAnswer> {
  const [row] = await unsafeListTracedFiles(services.db, { object_key: key });
  if (row) return answerFile(services, [row], { certainty: byLink });
  const named = readObjectKey(key);
  if (named?.kind === 'master') {
    const master = await unsafeFindTracedMaster(services.db, named.sha256);
    if (master) return answerMaster(services, master, { certainty: byLink });
  }
  if (named?.kind === 'asset') {
    const answer = await answerPhoto(services, named.id, { certainty: byLink });
    if (answer) return answer;
  }
  if (named?.kind === 'derivative') {
    const answer = await traceName(services, named.name);
    const note = 'The object behind the link is not the one that was published under this name.';
    if (answer) return { ...answer, notes: [note] };
  }
  return answerUnknown('The link leads into the store of this portal, but to nothing that was published.');
}
