import { describe, expect, it } from 'vitest';
import { permissions } from '#lib/auth/permissions.ts';
import {
  callsOf,
  constantsOf,
  exportsOf,
  hasDirective,
  listFiles,
  type Node,
  parseFile,
  walk,
} from './app-source.ts';

const sources = ['app', 'components', 'lib'].flatMap((folder) =>
  listFiles(folder, /\.tsx?$/).filter((file) => !/\.test\.tsx?$/.test(file)),
);
const pages = sources.filter((file) => /(^|\/)page\.tsx$/.test(file));
const parsed = new Map(sources.map((file) => [file, parseFile(file)]));
const actionFiles = sources.filter((file) => hasDirective(parsed.get(file)?.body ?? [], 'use server'));

function exported(file: string): [string, Node][] {
  return exportsOf(parsed.get(file)?.body ?? []);
}

/** The permission that a call names as a plain text, such as `pageCaller('catalog.read')`. */
function named(argument: Node | undefined): string | undefined {
  return argument?.type === 'Literal' ? String(argument.value) : undefined;
}

describe('every page', () => {
  it.each(pages)('%s asks the permission table', (file) => {
    const page = exported(file).find(([name]) => name === 'default')?.[1];
    const asked = callsOf('pageCaller', page).map(([permission]) => named(permission));
    expect(asked.length).toBeGreaterThan(0);
    for (const permission of asked) expect(Object.keys(permissions)).toContain(permission);
  });

  it.each(pages)('%s asks it for its title too, where the title is made from what it reads', (file) => {
    const metadata = exported(file).find(([name]) => name === 'generateMetadata')?.[1];
    const reads = [...walk(metadata)].some(
      (node) => node.type === 'Identifier' && (node.name === 'services' || node.name === 'db'),
    );
    if (reads) expect(callsOf('pageCaller', metadata).length).toBeGreaterThan(0);
  });
});

describe('every server action', () => {
  /** Made by `action(…)`, or beginning with the call of one that was. */
  function isGuarded(node: Node, made: ReadonlySet<string>): boolean {
    if (node.type === 'CallExpression') return (node.callee as Node).name === 'action';
    const body = (node.body as Node | undefined)?.body as Node[] | undefined;
    const first = body?.find((statement) => !statement.directive);
    return [...walk(first)].some(
      (child) => child.type === 'CallExpression' && made.has(String((child.callee as Node).name)),
    );
  }

  it.each(actionFiles)('of %s is made by action()', (file) => {
    const body = parsed.get(file)?.body ?? [];
    const constants = body.flatMap((statement) => constantsOf(statement) ?? []);
    const made = [...constants, ...exported(file)]
      .filter(([, value]) => isGuarded(value, new Set()))
      .map(([name]) => name);
    for (const [name, value] of exported(file)) {
      expect(isGuarded(value, new Set(made)), name).toBe(true);
    }
  });

  it.each(actionFiles)('of %s names a permission of the table', (file) => {
    for (const [spec] of callsOf('action', parsed.get(file)?.body)) {
      const permission = ((spec?.properties ?? []) as Node[]).find(
        (property) => (property.key as Node).name === 'permission',
      );
      expect(Object.keys(permissions)).toContain(named(permission?.value as Node));
    }
  });

  it('stands in a file of its own: none is hidden inside another function', () => {
    for (const [file, { body }] of parsed) {
      const hidden = [...walk(body)].filter(
        (node) =>
          node.type === 'ExpressionStatement' && node.directive === 'use server' && !body.includes(node),
      );
      expect(hidden, file).toEqual([]);
    }
  });
});
