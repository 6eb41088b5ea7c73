import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Env } from '#lib/env.ts';
import { slug } from '#lib/policy/slug.ts';
import { backdropRemover } from '../cutout-parameters.ts';
import type { RemoverFacts } from './remover.ts';

export interface FoundRemover extends RemoverFacts {
  /** What a child loads; nothing for the one that is built in. */
  modulePath: string | null;
}

/** The code of the built-in remover: raised when the same parameters give other pictures. */
const revision = '1';

const builtIn: FoundRemover = {
  id: backdropRemover,
  label: 'Plain backdrop',
  licence: 'MIT',
  licence_note: null,
  revision,
  modulePath: null,
};

/** A package says by `blazon` in its package.json that it is a remover. */
const removerPackage = z.object({
  version: z.string(),
  license: z.string(),
  blazon: z.object({ id: slug, label: z.string().min(1).max(60), remover: z.string() }),
});

const imglyPackage = '@imgly/background-removal-node';
const imglyNote =
  'Its licence, the AGPL, asks you to offer the source of the whole service to everyone who uses it over a network. Ask whoever knows before you keep it installed.';

/**
 * The built-in remover, and those that somebody installed into the folder of plug-ins. Only their package.json is read
 * here: their code runs in children alone.
 */
export function findRemovers(env: Pick<Env, 'projectRoot' | 'PLUGINS_DIR'>): FoundRemover[] {
  const modules = path.resolve(env.projectRoot, env.PLUGINS_DIR, 'node_modules');
  const found = packageNames(modules).flatMap((name) => readPackage(env, path.join(modules, name), name));
  return [builtIn, ...found.filter(({ id }) => id !== backdropRemover)];
}

function readPackage(env: Pick<Env, 'projectRoot'>, folder: string, name: string): FoundRemover[] {
  const text = readText(path.join(folder, 'package.json'));
  if (text === undefined) return [];
  if (name === imglyPackage) return [imgly(env, text)];
  const parsed = removerPackage.safeParse(parseJson(text));
  if (!parsed.success) return [];
  const { version, license, blazon } = parsed.data;
  return [
    {
      id: blazon.id,
      label: blazon.label,
      licence: license,
      licence_note: /AGPL/.test(license) ? imglyNote : null,
      revision: version,
      modulePath: path.resolve(folder, blazon.remover),
    },
  ];
}

/** It knows nothing of us, so an adapter of ours speaks for it. */
function imgly({ projectRoot }: Pick<Env, 'projectRoot'>, text: string): FoundRemover {
  const { version } = z.object({ version: z.string() }).catch({ version: 'unknown' }).parse(parseJson(text));
  return {
    id: 'imgly',
    label: 'IMG.LY model',
    licence: 'AGPL-3.0',
    licence_note: imglyNote,
    revision: version,
    modulePath: path.resolve(projectRoot, 'lib/cutout/removers/imgly-remover.ts'),
  };
}

function packageNames(modules: string): string[] {
  return listFolder(modules)
    .flatMap((name) =>
      name.startsWith('@') ? listFolder(path.join(modules, name)).map((own) => `${name}/${own}`) : [name],
    )
    .sort();
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
