import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseAst } from 'vitest/node';
import { inProject, root } from '../../harness/paths.ts';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const ASSERTION = /\b(?:expect\w*|assert|eventually|checkInvariants)\b/;

it('every test asserts something', () => {
  const files = globSync('test/**/*.test.{ts,tsx}', { cwd: root });
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(testsWithoutAssertion)).toEqual([]);
});

function testsWithoutAssertion(file: string): readonly string[] {
  const source = readFileSync(inProject(file), 'utf8');
  const nodes = allNodes(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }));
  const textOf = ({ start, end }: Node): string => source.slice(start, end);
  const asserts = assertingFunctions(nodes, textOf);
  return nodes
    .filter(node => node.type === 'CallExpression' && /^(?:it|test)\b/.test(textOf(node)))
    .flatMap(call => {
      const body = (call['arguments'] as readonly Node[]).find(isFunction);
      const line = source.slice(0, call.start).split('\n').length;
      return body && !asserts(textOf(body)) ? [`${file}:${line}`] : [];
    });
}

/** Tells whether a text asserts something, itself or through a function of its file. */
function assertingFunctions(
  nodes: readonly Node[],
  textOf: (node: Node) => string,
): (text: string) => boolean {
  const functions = nodes.flatMap(node => {
    const name = (node['id'] as { readonly name?: string } | null | undefined)?.name;
    return name && (isFunction(node) || isFunction(node['init']))
      ? [{ name, text: textOf(node) }]
      : [];
  });
  const asserting = new Set<string>();
  const asserts = (text: string): boolean =>
    ASSERTION.test(text) || [...asserting].some(name => new RegExp(`\\b${name}\\b`).test(text));
  for (let previous = -1; previous !== asserting.size;) {
    previous = asserting.size;
    functions.filter(({ text }) => asserts(text)).forEach(({ name }) => asserting.add(name));
  }
  return asserts;
}

const isFunction = (value: unknown): boolean => isNode(value) && /Function/.test(value.type);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

function allNodes(value: unknown): readonly Node[] {
  if (Array.isArray(value)) {
    return value.flatMap(allNodes);
  }
  return isNode(value) ? [value, ...Object.values(value).flatMap(allNodes)] : [];
}
