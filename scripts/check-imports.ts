import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { findPure, type Import, refuseImport } from './import-rule.ts';

/** Holds every import of the project against the rule of the house. Exit code 1 and a line for each that breaks it. */
const files = globSync('{app,components,lib,db,local,scripts}/**/*.{ts,tsx}').filter(
  (file) => !/\.test\.tsx?$/.test(file),
);
const edges = files.flatMap(importsOf);
const pure = findPure(edges, files);
const broken = edges.flatMap((edge) => {
  const reason = refuseImport(edge, (file) => pure.has(file));
  return reason ? [`${edge.from} imports ${edge.to}: ${reason}.`] : [];
});
for (const sentence of broken) console.error(sentence);
console.log(
  `${edges.length} imports in ${files.length} files, ${pure.size} pure; ${broken.length} break the rule`,
);
process.exit(broken.length === 0 ? 0 : 1);

function importsOf(from: string): Import[] {
  const { module } = parseSync(from, readFileSync(from, 'utf8'));
  const fixed = module.staticImports.map((one) => ({
    from,
    to: resolve(from, one.moduleRequest.value),
    typeOnly: one.entries.length > 0 && one.entries.every((entry) => entry.isType),
  }));
  const passedOn = module.staticExports.flatMap((one) =>
    one.entries.flatMap((entry) =>
      entry.moduleRequest
        ? [{ from, to: resolve(from, entry.moduleRequest.value), typeOnly: entry.isType }]
        : [],
    ),
  );
  return [...fixed, ...passedOn];
}

function resolve(from: string, request: string): string {
  if (request.startsWith('#')) return request.slice(1);
  if (!request.startsWith('.')) return request;
  const target = path.normalize(path.join(path.dirname(from), request));
  return existsSync(target) ? target : request;
}
