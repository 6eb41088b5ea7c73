import { auditActions } from './audit-actions.ts';
import type { AuditItem } from './audit-item.ts';

const kinds: Readonly<Record<string, string>> = {
  asset: 'the photo',
  product: 'the product',
  derivative: 'the file',
  master: 'the master',
  audience: 'the audience',
  user: 'the person',
  api_token: 'the API token',
  mark_image: 'the mark image',
  mark_upload: 'the upload of a mark image',
  job: 'the job',
  webhook: 'the webhook',
  inspection: 'the inspection',
  reconciliation: 'the reconciliation',
  action: 'the action',
};

export interface AuditWords {
  who: string;
  /** Before and after the subject; the second is empty mostly, or begins with its own space or comma. */
  what: [string, string];
  /** Undefined where the act needs none to be understood. */
  subject: string | undefined;
  /** What was written at the time, or which way it ended. */
  note: string | null;
}

/** One row of the log as a sentence: who did what to what. */
export function auditWords(item: AuditItem): AuditWords {
  const { action, subject, detail } = item;
  const known = Object.hasOwn(auditActions, action)
    ? auditActions[action as keyof typeof auditActions]
    : `${action.replace(/^.*\./, '').replaceAll('_', ' ')} %`;
  const [before = '', after] = known.split('%');
  const hasSubject = after !== undefined;
  const kind = kinds[subject.kind];
  // Somebody who signs in is named already.
  const isOwn = subject.kind === 'user' && subject.id === item.actor.id;
  return {
    who: actorWords(item.actor),
    what: [
      `${isOwn ? before.replace(/(:| as)? $/, '') : `${before}${kind ? `${kind} ` : ''}`}`.trimEnd(),
      `${after ?? ''}${extra(detail)}`,
    ],
    subject: hasSubject && !isOwn ? (subject.name ?? shortened(subject.id)) : undefined,
    note: noteOf(item),
  };
}

/** The same in one line, for records. */
export function auditSentence(item: AuditItem): string {
  const { who, what, subject } = auditWords(item);
  return `${who} ${what[0]}${subject ? ` ${subject}` : ''}${what[1]}`;
}

export function actionTitle(action: keyof typeof auditActions): string {
  const words = auditActions[action].replace(/:? %/, ' …').replace(/^% ?/, '').trim();
  return `${action}: ${words}`;
}

function actorWords({ kind, name }: AuditItem['actor']): string {
  if (kind === 'anonymous') return 'Somebody who was not signed in';
  if (kind === 'person') return name || 'Somebody';
  if (kind === 'token') return `${name || 'Somebody'} (by API token)`;
  return kind === 'console' ? 'The console' : `The portal (${kind})`;
}

function extra({ version, audiences }: Readonly<Record<string, unknown>>): string {
  const names = Array.isArray(audiences) ? audiences.map(String).join(', ') : '';
  const parts = [typeof version === 'number' && `version ${version}`, names && `for ${names}`].filter(
    Boolean,
  );
  return parts.length > 0 ? `, ${parts.join(' ')}` : '';
}

function noteOf({ code, detail }: AuditItem): string | null {
  const said = [detail.note, detail.reason].find((text) => typeof text === 'string' && text !== '');
  const told = [detail.sentence, detail.error, detail.detail].find((text) => typeof text === 'string');
  const parts = [code?.replaceAll('_', ' '), said && `“${said}”`, said ? undefined : (told as string)];
  return parts.filter(Boolean).join(': ') || null;
}

/** Hashes are cut to what people compare; the whole stands in the row's details. */
function shortened(id: string): string {
  return id.replace(/\b([0-9a-f]{12})[0-9a-f]{52}\b/g, '$1…');
}
