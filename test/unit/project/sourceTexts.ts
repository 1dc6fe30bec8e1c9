import { globSync, readFileSync } from 'node:fs';
import { parseAst } from 'vitest/node';

/** The part of a syntax tree node that is used here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** A string or template literal in the source. */
export interface SourceText {
  readonly file: string;
  /** `file:line` */
  readonly location: string;
  /** The text, with `{}` in place of each substitution of a template. */
  readonly text: string;
  readonly isTemplate: boolean;
  /** The enclosing nodes, outermost first. */
  readonly ancestors: readonly Node[];
  /** The function that the innermost enclosing call calls. */
  readonly callee: string;
}

/** A call of `t`, `localizable` or `vscode.l10n.t`. */
export interface LocalizationCall {
  readonly file: string;
  /** `file:line` */
  readonly location: string;
  readonly callee: string;
  /** The text to localize, if it is a string literal. */
  readonly text: string | undefined;
  /** The source of the first argument. */
  readonly firstArgument: string;
  /** The number of arguments after the text; unknown if they are spread. */
  readonly argumentCount: number | undefined;
  /** Whether the call runs when the module is loaded, before the user's language is known. */
  readonly isAtLoad: boolean;
}

/** Functions that localize a text, or mark one for localization. */
export const LOCALIZES = /^(?:vscode\.l10n\.t|t|localizable)$/;

interface SourceTexts {
  readonly texts: readonly SourceText[];
  readonly calls: readonly LocalizationCall[];
}

/** Reads every text and every localization call in `src`, without the demo agent, which is a separate program. */
export const readSourceTexts = (): SourceTexts => readTexts(file => !isInDemo(file));

/** Reads every text of the demo agent, which is not localized. */
export const readDemoTexts = (): readonly SourceText[] => readTexts(isInDemo).texts;

const isInDemo = (file: string): boolean => file.startsWith('src/demo/');

function readTexts(isWanted: (file: string) => boolean): SourceTexts {
  const texts: SourceText[] = [];
  const calls: LocalizationCall[] = [];
  for (const path of globSync('src/**/*.{ts,tsx}')) {
    const file = path.replaceAll('\\', '/');
    if (isWanted(file)) {
      const source = readFileSync(path, 'utf8');
      const program = parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' });
      new SourceReader(file, source, texts, calls).read(program, []);
    }
  }
  return { texts, calls };
}

class SourceReader {
  readonly #file: string;
  readonly #source: string;
  readonly #texts: SourceText[];
  readonly #calls: LocalizationCall[];

  constructor(file: string, source: string, texts: SourceText[], calls: LocalizationCall[]) {
    this.#file = file;
    this.#source = source;
    this.#texts = texts;
    this.#calls = calls;
  }

  read(value: unknown, ancestors: readonly Node[]): void {
    if (Array.isArray(value)) {
      value.forEach(item => this.read(item, ancestors));
    } else if (isNode(value) && !IGNORED.test(value.type)) {
      this.#collect(value, ancestors);
      for (const [field, child] of Object.entries(value)) {
        if (!isPropertyName(value, field)) {
          this.read(child, [...ancestors, value]);
        }
      }
    }
  }

  #collect(node: Node, ancestors: readonly Node[]): void {
    const text = textOf(node);
    if (text !== undefined) {
      this.#texts.push({
        file: this.#file,
        location: this.#location(node),
        text,
        isTemplate: node.type === 'TemplateLiteral',
        ancestors,
        callee: this.#calleeOf(ancestors.findLast(({ type }) => CALL.test(type))),
      });
    }
    const callee = node.type === 'CallExpression' ? this.#calleeOf(node) : '';
    if (LOCALIZES.test(callee)) {
      const args = nodesIn(node['arguments']);
      const [first] = args;
      const isSpread = args.some(({ type }) => type === 'SpreadElement');
      this.#calls.push({
        file: this.#file,
        location: this.#location(node),
        callee,
        text: first?.type === 'Literal' ? textOf(first) : undefined,
        firstArgument: first ? this.#sourceOf(first) : '',
        argumentCount: isSpread ? undefined : args.length - 1,
        isAtLoad: !ancestors.some(({ type }) => FUNCTION.test(type)),
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

  #location({ start }: Node): string {
    return `${this.#file}:${this.#source.slice(0, start).split('\n').length}`;
  }
}

const CALL = /^(?:Call|New)Expression$/;
const FUNCTION = /Function|^MethodDefinition$/;
/** Types and imports contain no text that a user could read. */
const IGNORED = /^(?:TS(?!AsExpression|SatisfiesExpression|NonNull)|ImportDeclaration|ExportAll)/;

const isPropertyName = ({ type, computed }: Node, field: string): boolean =>
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
