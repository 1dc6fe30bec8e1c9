import { extname } from 'node:path';

/** What the demo needs to know about a language to add comments without changing the code. */
export interface Language {
  readonly name: string;
  /** The language tag of a Markdown code block. */
  readonly fence: string;
  readonly comment: (text: string) => string;
  /** A comment above a declaration. */
  readonly doc: (text: string) => string;
  /** Set for languages whose strings and comments can be recognized. Only those get comments between lines. */
  readonly syntax?: Syntax;
}

/** How to find declarations, strings and comments. */
export interface Syntax {
  /** Groups: the keyword and the name of a declaration that starts a line. */
  readonly declaration: RegExp;
  readonly token: RegExp;
  /** If this matches after all tokens are removed, the file was not understood. */
  readonly opener: RegExp;
  /** Whether statements inside functions get comments as well. */
  readonly statements: boolean;
}

/** The language of a file, by its extension. */
export function getLanguage(path: string): Language | undefined {
  return LANGUAGES.get(extname(path).toLowerCase());
}

const slashes = (text: string) => `// ${text}`;
const hash = (text: string) => `# ${text}`;
const stars = (text: string) => `/* ${text} */`;
const angles = (text: string) => `<!-- ${text} -->`;

const SCRIPT: Syntax = {
  declaration:
    /^(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(function|class|interface|type|const)\s+([A-Za-z_$][\w$]*)/,
  token:
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|`(?:\\[\s\S]|[^`\\])*`|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g,
  opener: /`|\/\*/,
  statements: true,
};

const PYTHON: Syntax = {
  declaration: /^(?:async\s+)?(def|class)\s+(\w+)/,
  token: /#[^\n]*|"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g,
  opener: /"""|'''/,
  statements: false,
};

const GO: Syntax = {
  declaration: /^(func|type)\s+(?:\([^)]*\)\s*)?(\w+)/,
  token: /\/\/[^\n]*|\/\*[\s\S]*?\*\/|`[^`]*`|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g,
  opener: /`|\/\*/,
  statements: false,
};

const JVM: Syntax = {
  declaration:
    /^(?:(?:public|final|abstract|sealed|data|open)\s+)*(class|interface|enum|record|fun)\s+(\w+)/,
  token: /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g,
  opener: /"""|\/\*/,
  statements: false,
};

const javadoc = (text: string) => `/** ${text} */`;

const script = (name: string, fence: string): Language => ({
  name,
  fence,
  comment: slashes,
  doc: javadoc,
  syntax: SCRIPT,
});

/** In JSX a comment may be text, so only declarations get comments. */
const markup = (name: string, fence: string): Language => ({
  ...script(name, fence),
  syntax: { ...SCRIPT, statements: false },
});

const plain = (name: string, fence: string, comment: (text: string) => string): Language => ({
  name,
  fence,
  comment,
  doc: comment,
});

const TYPESCRIPT = script('TypeScript', 'ts');
const JAVASCRIPT = script('JavaScript', 'js');
const C_LIKE = plain('C', 'c', stars);

const LANGUAGES: ReadonlyMap<string, Language> = new Map([
  ['.ts', TYPESCRIPT],
  ['.mts', TYPESCRIPT],
  ['.cts', TYPESCRIPT],
  ['.tsx', markup('TypeScript with JSX', 'tsx')],
  ['.js', JAVASCRIPT],
  ['.mjs', JAVASCRIPT],
  ['.cjs', JAVASCRIPT],
  ['.jsx', markup('JavaScript with JSX', 'jsx')],
  ['.py', { ...plain('Python', 'python', hash), syntax: PYTHON }],
  ['.go', { ...plain('Go', 'go', slashes), syntax: GO }],
  ['.java', { ...plain('Java', 'java', slashes), doc: javadoc, syntax: JVM }],
  ['.kt', { ...plain('Kotlin', 'kotlin', slashes), doc: javadoc, syntax: JVM }],
  ['.rs', plain('Rust', 'rust', slashes)],
  ['.swift', plain('Swift', 'swift', slashes)],
  ['.cs', plain('C#', 'csharp', slashes)],
  ['.c', C_LIKE],
  ['.h', C_LIKE],
  ['.cpp', plain('C++', 'cpp', slashes)],
  ['.hpp', plain('C++', 'cpp', slashes)],
  ['.css', plain('CSS', 'css', stars)],
  ['.scss', plain('SCSS', 'scss', slashes)],
  ['.md', plain('Markdown', 'markdown', angles)],
]);
