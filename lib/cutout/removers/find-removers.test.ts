import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, test } from 'vitest';
import { pluginsFolder } from '#test/plugins-folder.ts';
import { findRemovers } from './find-removers.ts';

const projectRoot = process.cwd();
const find = (PLUGINS_DIR: string) => findRemovers({ projectRoot, PLUGINS_DIR });

test('without plug-ins there is the built-in remover alone', () => {
  expect(find('no/such/folder').map(({ id }) => id)).toEqual(['backdrop']);
});

it('finds what is installed, with its licence, and leaves other packages and broken ones out', () => {
  const folder = pluginsFolder();
  for (const [name, text] of [
    ['left-pad', '{"version":"1.0.0","license":"WTFPL"}'],
    ['broken', '{'],
    ['nameless', '{"version":"1","license":"MIT","blazon":{"id":"Not A Slug","label":"x","remover":"x.js"}}'],
    ['greedy', '{"version":"1","license":"MIT","blazon":{"id":"backdrop","label":"Mine","remover":"x.js"}}'],
  ] as const) {
    mkdirSync(path.join(folder, 'node_modules', name));
    writeFileSync(path.join(folder, 'node_modules', name, 'package.json'), text);
  }
  const [builtIn, dark, odd, ...others] = find(folder);
  expect(builtIn).toMatchObject({ id: 'backdrop', label: 'Plain backdrop', modulePath: null });
  expect(dark).toMatchObject({ id: 'dark', licence: 'MIT', licence_note: null, revision: '1.2.0' });
  expect(odd?.licence_note).toContain('AGPL');
  expect(others).toEqual([]);
});

it('knows IMG.LY’s package, which is AGPL, by its name', () => {
  const folder = pluginsFolder();
  const imgly = path.join(folder, 'node_modules/@imgly/background-removal-node');
  mkdirSync(imgly, { recursive: true });
  writeFileSync(
    path.join(imgly, 'package.json'),
    '{"version":"1.4.5","license":"SEE LICENSE IN LICENSE.md"}',
  );
  const found = find(folder).find(({ id }) => id === 'imgly');
  expect(found).toMatchObject({ licence: 'AGPL-3.0', revision: '1.4.5' });
  expect(found?.licence_note).toContain('source of the whole service');
});
