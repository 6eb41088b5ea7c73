import path from 'node:path';
import { exportsOf, hasDirective, listFiles, parseFile } from '#test/app-source.ts';
import { arriveWith } from '#test/page-request.ts';
import { sessionCookie } from '#test/people.ts';
import type { Someone } from '#test/portal.ts';
import type { auditPortal } from './audit-portal.ts';

type Fields = Record<string, string | string[]>;

/** Every server action as `file action`, the file below app/ and without its groups. */
export function listActions(): Map<string, { file: string; name: string }> {
  const files = ['app', 'components', 'lib'].flatMap((folder) => listFiles(folder, /\.tsx?$/));
  const found = files.flatMap((file) => {
    const body = parseFile(file);
    if (!hasDirective(body, 'use server')) return [];
    const place = path
      .relative('app', file)
      .replace(/\([a-z]+\)\//, '')
      .replace(/\.ts$/, '');
    return exportsOf(body).map(([name]): [string, { file: string; name: string }] => [
      `${place} ${name}`,
      { file, name },
    ]);
  });
  return new Map(found);
}

/** Calls actions as somebody: with the fields of a form, or with an object where a script calls them. */
export function presser({ services }: Awaited<ReturnType<typeof auditPortal>>) {
  const actions = listActions();
  return async (action: string, who: Someone, sent: Fields | { object: object }): Promise<unknown> => {
    const { file, name } = actions.get(action) ?? { file: '', name: '' };
    const module = await import(/* @vite-ignore */ path.resolve(file));
    arriveWith({ cookie: await sessionCookie(services.env, who.id) });
    const input = 'object' in sent ? sent.object : formOf(sent as Fields);
    const run = module[name] as (...sent: unknown[]) => Promise<unknown>;
    // An action of a form is handed its own last answer before the form.
    const result = await (run.length === 2 ? run(null, input) : run(input)).catch(redirected);
    const answer = result as { ok: boolean } | undefined;
    if (answer?.ok === false) throw new Error(`${action}: ${JSON.stringify(answer)}`);
    return answer;
  };
}

function formOf(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, values] of Object.entries(fields))
    for (const value of [values].flat()) form.append(name, value);
  return form;
}

/** Where an action leads on, it throws for Next. */
function redirected(error: unknown): undefined {
  if (!String((error as { digest?: string }).digest).startsWith('NEXT_REDIRECT')) throw error;
}
