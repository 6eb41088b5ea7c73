/** One import as the rule sees it: paths are relative to the project root. */
export interface Import {
  from: string;
  /** A path of the project, or a package or `node:` module as it was written. */
  to: string;
  /** `import type`: gone at run time. */
  typeOnly: boolean;
}

const stages = ['upload', 'ingest', 'review', 'derive', 'deliver', 'repair'];
const stagePattern = new RegExp(`^lib/(${stages.join('|')})/`);
/** Where the stages are put together: the only files of lib that may know several. */
const compositionRoots = ['lib/job-handlers.ts', 'lib/duties.ts'];
/** Packages that do no IO, so pure files may use them. */
const purePackages = ['zod', 'uuid', 'thumbhash'];

/** The reason why an import breaks the rule of the house, or undefined. `isPure` answers for files of lib. */
export function refuseImport(edge: Import, isPure: (file: string) => boolean): string | undefined {
  const { from, to, typeOnly } = edge;
  if (isTest(from)) return undefined;
  if (/^(test|e2e)\//.test(to) || to === 'vitest')
    return 'what tests share stands in test/, and only tests use it';
  const [fromStage, toStage] = [stageOf(from), stageOf(to)];
  if (fromStage && toStage && fromStage !== toStage)
    return `stages never import each other: they meet in rows, jobs and events`;
  if (toStage && from.startsWith('lib/') && !fromStage && !compositionRoots.includes(from))
    return `only a composition root puts stages together`;
  if (from.startsWith('lib/') && /^(app|components|local|scripts)\//.test(to))
    return 'lib knows nothing of what uses it';
  if (from.startsWith('components/') && to.startsWith('lib/') && !typeOnly && !isPure(to))
    return 'components use pure files of lib only';
  if (from.startsWith('components/') && /^(db|app|local|scripts)\//.test(to) && !typeOnly)
    return 'components get data as props';
  if (/^components\/(?!upload\/)/.test(from) && to.startsWith('@uppy/'))
    return 'only components/upload knows Uppy';
  if (from.startsWith('app/') && to.startsWith('db/') && !typeOnly)
    return 'pages and routes ask lib, never the database';
  if (from.startsWith('db/') && /^(lib|app|components|local|scripts)\//.test(to) && to !== 'lib/lifecycle.ts')
    return 'db knows the states and nothing else of the house';
  if (from.startsWith('local/') && /^(app|components|scripts)\//.test(to))
    return 'local runs parts, it does not use pages or scripts';
  return undefined;
}

/** They use whatever they need, so that nothing has to be mocked. Benchmarks are measured tests. */
function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || /^(test|bench|e2e)\//.test(file);
}

function stageOf(file: string): string | undefined {
  return stagePattern.exec(file)?.[1];
}

/** Files that do no IO: they import nothing but each other, pure packages, and types. */
export function findPure(edges: readonly Import[], files: readonly string[]): Set<string> {
  const pure = new Set(files.filter((file) => file.startsWith('lib/')));
  const runtime = edges.filter((edge) => !edge.typeOnly);
  for (let before = -1; before !== pure.size; ) {
    before = pure.size;
    for (const { from, to } of runtime) if (!pure.has(to) && !purePackages.includes(to)) pure.delete(from);
  }
  return pure;
}

/** The files that one file reaches, itself included, and that import Next. */
export function findFramework(edges: readonly Import[], start: string): string[] {
  const runtime = Map.groupBy(
    edges.filter((edge) => !edge.typeOnly),
    (edge) => edge.from,
  );
  const reached = new Set([start]);
  // A Set that grows while it is walked is walked to its end.
  for (const file of reached) for (const { to } of runtime.get(file) ?? []) reached.add(to);
  return [...reached].filter((file) => runtime.get(file)?.some(({ to }) => /^next(-auth)?(\/|$)/.test(to)));
}
