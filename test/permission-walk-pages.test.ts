import { describe, expect, it } from 'vitest';
import { permissions } from '#lib/auth/permissions.ts';
import { hasDirective, listFiles, parseFile, parseText } from './app-source.ts';
import {
  hiddenActions,
  permissionsAsked,
  permissionsOfActions,
  readsServices,
  unguardedActions,
} from './permission-rules.ts';

const sources = ['app', 'components', 'lib'].flatMap((folder) =>
  listFiles(folder, /\.tsx?$/).filter((file) => !/\.test\.tsx?$/.test(file)),
);
const bodies = new Map(sources.map((file) => [file, parseFile(file)]));
const bodyOf = (file: string) => bodies.get(file) ?? [];
const pages = sources.filter((file) => /(^|\/)page\.tsx$/.test(file));
const actionFiles = sources.filter((file) => hasDirective(bodyOf(file), 'use server'));
const known = Object.keys(permissions);

describe('every page', () => {
  it.each(pages)('%s asks the permission table', (file) => {
    const asked = permissionsAsked(bodyOf(file), 'default');
    expect(asked.length).toBeGreaterThan(0);
    for (const permission of asked) expect(known).toContain(permission);
  });

  it.each(pages)('%s asks it for its title too, where the title is made from what it reads', (file) => {
    const asked = permissionsAsked(bodyOf(file), 'generateMetadata');
    if (readsServices(bodyOf(file), 'generateMetadata')) expect(asked.length).toBeGreaterThan(0);
  });
});

describe('every server action', () => {
  it.each(actionFiles)('of %s is made by action()', (file) => {
    expect(unguardedActions(bodyOf(file))).toEqual([]);
  });

  it.each(actionFiles)('of %s names a permission of the table', (file) => {
    for (const permission of permissionsOfActions(bodyOf(file))) expect(known).toContain(permission);
  });

  it('stands in a file of its own: none is hidden inside another function', () => {
    for (const [file, body] of bodies) expect(hiddenActions(body), file).toEqual([]);
  });
});

describe('the walk', () => {
  const unguarded = (text: string) => unguardedActions(parseText(`'use server'; ${text}`));

  it('finds a page that asks nothing, and one that asks through a function of its own', () => {
    const asked = (text: string) => permissionsAsked(parseText(text), 'default');
    expect(asked('export default async function Page() { await services().db; }')).toEqual([]);
    expect(
      asked("async function other() { await pageCaller('a'); } export default function Page() {}"),
    ).toEqual([]);
    expect(
      asked("const read = cache(async () => pageCaller('a')); export default async () => { await read(); }"),
    ).toEqual(['a']);
  });

  it('reads the permission of an action where it stands, and from a constant of its module, but no computed one', () => {
    const named = (text: string) => permissionsOfActions(parseText(text));
    expect(named("const drop = action({ permission: 'a', schema }, run);")).toEqual(['a']);
    expect(named("const permission = 'a'; const drop = action({ permission, schema }, run);")).toEqual(['a']);
    expect(named('const permission = pick(); const drop = action({ permission }, run);')).toEqual([
      undefined,
    ]);
    expect(named('const drop = action({ schema }, run);')).toEqual([undefined]);
  });

  it('finds an action without a guard, however it is written', () => {
    expect(unguarded('export async function drop() { await db.destroy(); }')).toEqual(['drop']);
    expect(unguarded('export const drop = async () => {};')).toEqual(['drop']);
    expect(unguarded('async function drop() {} export { drop };')).toEqual(['drop']);
    expect(unguarded("export * from './elsewhere.ts';")).toEqual(['*']);
    expect(unguarded('export default async function () {}')).toEqual(['default']);
    expect(
      unguarded(
        'const safe = action({}, f); export async function drop() { await db.drop(); await safe(); }',
      ),
    ).toEqual(['drop']);
    expect(
      unguarded('export const safe = action({}, f); export async function form() { await safe(); }'),
    ).toEqual([]);
  });

  it('finds an action inside a component', () => {
    const component = "export default () => <form action={async () => { 'use server'; await drop(); }} />";
    expect(hiddenActions(parseText(component))).toHaveLength(1);
  });
});
