import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { findFramework, findPure, type Import, refuseImport } from './import-rule.ts';

/** Holds every import of the project against the rule of the house. Exit code 1 and a line for each that breaks it. */
const files = globSync('{app,components,lib,db,local,scripts,test,bench,e2e}/**/*.{ts,tsx}');
const edges = files.flatMap(importsOf);
const pure = findPure(edges, files);
const broken = [
  ...edges.flatMap((edge) => {
    const reason = refuseImport(edge, (file) => pure.has(file));
    return reason ? [`${edge.from} imports ${edge.to}: ${reason}.`] : [];
  }),
  ...findFramework(edges, 'scripts/worker.ts').map(
    (file) => `${file} imports Next, and the worker reaches it: workers run without Next.`,
  ),
];
for (const sentence of broken) console.error(sentence);
console.log(
  `${edges.length} imports in ${files.length} files, ${pure.size} pure; ${broken.length} break the rule`,
);
process.exit(broken.length === 0 ? 0 : 1);

function importsOf(from: string): Import[] {
  const text = readFileSync(from, 'utf8');
  const { module } = parseSync(from, text);
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
  // Those whose name is an expression name files of Next's or of the machine's.
  const late = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const [, name] = /^'([^']+)'$/.exec(text.slice(start, end)) ?? [];
    return name ? [{ from, to: resolve(from, name), typeOnly: false }] : [];
  });
  return [...fixed, ...passedOn, ...late];
}

function resolve(from: string, request: string): string {
  if (request.startsWith('#')) return request.slice(1);
  if (!request.startsWith('.')) return request;
  const target = path.normalize(path.join(path.dirname(from), request));
  return existsSync(target) ? target : request;
}
