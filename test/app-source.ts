import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

export interface Node {
  type: string;
  [key: string]: unknown;
}

/** The files below `folder` whose name matches, as paths from the project root. */
export function listFiles(folder: string, name: RegExp): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

export function parseFile(file: string): Node[] {
  return parseText(readFileSync(file, 'utf8'), file);
}

/** The statements of a module. */
export function parseText(text: string, file = 'example.tsx'): Node[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  return program.body as unknown as Node[];
}

/** Every node below this one, itself included. */
export function* walk(node: unknown): Generator<Node> {
  if (Array.isArray(node)) {
    for (const child of node) yield* walk(child);
  } else if (typeof node === 'object' && node !== null) {
    if (typeof (node as Node).type === 'string') yield node as Node;
    for (const child of Object.values(node)) yield* walk(child);
  }
}

/** The calls of a function by its plain name, with their arguments. */
export function callsOf(name: string, node: unknown): Node[][] {
  return [...walk(node)]
    .filter((child) => child.type === 'CallExpression' && (child.callee as Node).name === name)
    .map((child) => child.arguments as Node[]);
}

export function hasDirective(body: Node[], directive: string): boolean {
  return body.some(
    (statement) => statement.type === 'ExpressionStatement' && statement.directive === directive,
  );
}

/** What a module exports, by name: the declaration of a function, or what a constant is set to. */
export function exportsOf(body: Node[]): [string, Node][] {
  return body.flatMap((statement): [string, Node][] => {
    if (statement.type === 'ExportDefaultDeclaration') return [['default', statement.declaration as Node]];
    if (statement.type === 'ExportAllDeclaration') return [['*', statement]];
    if (statement.type !== 'ExportNamedDeclaration' || statement.exportKind === 'type') return [];
    const declaration = statement.declaration as Node | null;
    if (!declaration) return (statement.specifiers as Node[]).map((each) => [nameOf(each.exported), each]);
    return constantsOf(declaration) ?? [[nameOf(declaration.id), declaration]];
  });
}

/** The constants that a statement declares, with what they are set to. */
export function constantsOf(statement: Node): [string, Node][] | undefined {
  if (statement.type !== 'VariableDeclaration') return undefined;
  return (statement.declarations as Node[]).map((each) => [nameOf(each.id), each.init as Node]);
}

/** This node and whatever of its module it calls by name, directly or in between. */
export function reachedFrom(start: Node | undefined, body: Node[]): Node[] {
  const declared = new Map(
    body.flatMap((statement): [string, Node][] => {
      const declaration = (statement.declaration as Node | undefined) ?? statement;
      if (declaration.type === 'FunctionDeclaration' && declaration.id)
        return [[nameOf(declaration.id), declaration]];
      return constantsOf(declaration) ?? [];
    }),
  );
  const reached = new Set(start ? [start] : []);
  // A Set that grows while it is walked is walked to its end.
  for (const node of reached) {
    for (const child of walk(node)) {
      const called = child.type === 'CallExpression' && declared.get(nameOf(child.callee));
      if (called) reached.add(called);
    }
  }
  return [...reached];
}

function nameOf(node: unknown): string {
  return String((node as Node).name ?? (node as Node).value);
}
