import { callsOf, constantsOf, exportsOf, type Node, reachedFrom, walk } from './app-source.ts';

/** The permissions that an export of a module asks `pageCaller` for, in the module's own code. */
export function permissionsAsked(body: Node[], exportName: string): (string | undefined)[] {
  const start = exportsOf(body).find(([name]) => name === exportName)?.[1];
  return callsOf('pageCaller', reachedFrom(start, body)).map(([permission]) => textOf(permission));
}

/** Whether an export touches services at all. */
export function readsServices(body: Node[], exportName: string): boolean {
  const start = exportsOf(body).find(([name]) => name === exportName)?.[1];
  return [...walk(reachedFrom(start, body))].some(
    (node) => node.type === 'Identifier' && (node.name === 'services' || node.name === 'db'),
  );
}

/** The permissions that the actions of a module name. */
export function permissionsOfActions(body: Node[]): (string | undefined)[] {
  return callsOf('action', body).map(([spec]) => {
    const properties = (spec?.properties ?? []) as Node[];
    const permission = properties.find((property) => (property.key as Node).name === 'permission');
    return textOf(permission?.value as Node | undefined, body);
  });
}

/** Exports of a 'use server' module that are neither made by `action(…)` nor begin with the call of one that is. */
export function unguardedActions(body: Node[]): string[] {
  const constants = body.flatMap((statement) => constantsOf(statement) ?? []);
  const exported = exportsOf(body);
  const made = new Set(
    [...constants, ...exported].filter(([, value]) => isMadeByAction(value)).map(([name]) => name),
  );
  return exported
    .filter(([, value]) => !isMadeByAction(value) && !beginsWithCallOf(value, made))
    .map(([name]) => name);
}

/** 'use server' inside a function, where no list of actions would find it. */
export function hiddenActions(body: Node[]): Node[] {
  return [...walk(body)].filter(
    (node) => node.type === 'ExpressionStatement' && node.directive === 'use server' && !body.includes(node),
  );
}

function isMadeByAction(node: Node): boolean {
  return node.type === 'CallExpression' && (node.callee as Node).name === 'action';
}

function beginsWithCallOf(node: Node, made: ReadonlySet<string>): boolean {
  const body = (node.body as Node | undefined)?.body as Node[] | undefined;
  const first = body?.find((statement) => !statement.directive);
  return [...walk(first)].some(
    (child) => child.type === 'CallExpression' && made.has(String((child.callee as Node).name)),
  );
}

/** A text as it stands, or as a constant of the module names it. */
function textOf(node: Node | undefined, body: Node[] = []): string | undefined {
  if (node?.type === 'Literal') return String(node.value);
  if (node?.type !== 'Identifier') return undefined;
  const constants = body.flatMap((statement) => constantsOf(statement) ?? []);
  return textOf(constants.find(([name]) => name === node.name)?.[1]);
}
