import { globSync, readFileSync } from 'node:fs';
import { parseAst } from 'vitest/node';

/** A node of the syntax tree, as far as it matters here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** A text in the source, and the nodes around it from the outside in. */
export interface Found {
  readonly file: string;
  readonly place: string;
  readonly words: string;
  readonly isTemplate: boolean;
  readonly around: readonly Node[];
  /** What the innermost call around it calls. */
  readonly callee: string;
}

/** A call of `t`, `said` or `vscode.l10n.t`. */
export interface Call {
  readonly file: string;
  readonly place: string;
  readonly callee: string;
  /** The words, if they stand there as one text. */
  readonly words: string | undefined;
  /** The source of the first argument. */
  readonly first: string;
  /** How many fillings there are; nothing if that is not to be seen. */
  readonly fillings: number | undefined;
  /** It is made when the file is loaded, before a language is known. */
  readonly isAtLoad: boolean;
}

const TRANSLATES = /^(?:vscode\.l10n\.t|t|said)$/;

/** Every text and every translated text in the source; the demo agent is a program of its own. */
export function sourceWords(): {
  readonly texts: readonly Found[];
  readonly calls: readonly Call[];
} {
  const texts: Found[] = [];
  const calls: Call[] = [];
  for (const path of globSync('src/**/*.{ts,tsx}')) {
    const file = path.replaceAll('\\', '/');
    if (!file.startsWith('src/demo/')) {
      const source = readFileSync(path, 'utf8');
      const program = parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' });
      new Reader(file, source, texts, calls).read(program, []);
    }
  }
  return { texts, calls };
}

class Reader {
  readonly #file: string;
  readonly #source: string;
  readonly #texts: Found[];
  readonly #calls: Call[];

  constructor(file: string, source: string, texts: Found[], calls: Call[]) {
    this.#file = file;
    this.#source = source;
    this.#texts = texts;
    this.#calls = calls;
  }

  read(value: unknown, around: readonly Node[]): void {
    if (Array.isArray(value)) {
      value.forEach(one => this.read(one, around));
    } else if (isNode(value) && !IGNORED.test(value.type)) {
      this.#see(value, around);
      for (const [field, inner] of Object.entries(value)) {
        if (!isName(value, field)) {
          this.read(inner, [...around, value]);
        }
      }
    }
  }

  #see(node: Node, around: readonly Node[]): void {
    const words = textOf(node);
    if (words !== undefined) {
      this.#texts.push({
        file: this.#file,
        place: this.#place(node),
        words,
        isTemplate: node.type === 'TemplateLiteral',
        around,
        callee: this.#calleeOf(around.findLast(({ type }) => CALL.test(type))),
      });
    }
    const callee = node.type === 'CallExpression' ? this.#calleeOf(node) : '';
    if (TRANSLATES.test(callee)) {
      const args = nodesIn(node['arguments']);
      const [first] = args;
      this.#calls.push({
        file: this.#file,
        place: this.#place(node),
        callee,
        words: first?.type === 'Literal' ? textOf(first) : undefined,
        first: first ? this.#sourceOf(first) : '',
        fillings: args.some(({ type }) => type === 'SpreadElement') ? undefined : args.length - 1,
        isAtLoad: !around.some(({ type }) => DELAYED.test(type)),
      });
    }
  }

  #calleeOf(call: Node | undefined): string {
    const callee = call?.['callee'];
    return isNode(callee) ? this.#sourceOf(callee) : '';
  }

  #sourceOf({ start, end }: Node): string {
    return this.#source.slice(start, end).replaceAll(/\s+/g, '');
  }

  #place({ start }: Node): string {
    return `${this.#file}:${this.#source.slice(0, start).split('\n').length}`;
  }
}

const CALL = /^(?:Call|New)Expression$/;
const DELAYED = /Function|^MethodDefinition$/;
/** Types, imports, and the texts of both, are read by nobody. */
const IGNORED = /^(?:TS(?!AsExpression|SatisfiesExpression|NonNull)|ImportDeclaration|ExportAll)/;

/** Names of properties are no texts. */
const isName = ({ type, computed }: Node, field: string): boolean =>
  field === 'key' && /^(?:Property|PropertyDefinition|MethodDefinition)$/.test(type) && !computed;

function textOf(node: Node): string | undefined {
  if (node.type === 'TemplateLiteral') {
    return nodesIn(node['quasis'])
      .map(({ value }) => (value as { readonly cooked: string }).cooked)
      .join('{}');
  }
  const { value } = node;
  return /^(?:Literal|JSXText)$/.test(node.type) && typeof value === 'string' ? value : undefined;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const nodesIn = (value: unknown): readonly Node[] =>
  Array.isArray(value) ? value.filter(isNode) : [];
