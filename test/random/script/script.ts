/** A file that is there when a run starts. */
export type FileShape =
  | 'plain'
  | 'empty'
  | 'noFinalNewline'
  | 'crlf'
  | 'byteOrderMark'
  | 'latin1'
  | 'long'
  | 'binary'
  | 'ignored'
  | 'executable'
  | 'nested';

/** Some lines of a file are replaced by new ones. `at` is a fraction of the file, so that it fits any length. */
export interface LineReplacement {
  readonly at: number;
  readonly remove: number;
  readonly add: number;
}

/** How an agent writes: through the client, directly, as a new file that is renamed over the old one, or with a command. */
export type WriteMethod = 'protocol' | 'direct' | 'rename' | 'sed' | 'terminal';

/** What an agent does besides editing a file. */
export type AgentFileAction = 'move' | 'delete' | 'recreate' | 'chmod';
/** What an agent creates that is not kept: a large file, or something in a folder of dependencies. */
export type UnkeptFile = 'large' | 'dependency';
export type AgentGitAction = 'stashAndPop' | 'commit' | 'checkout';

/** What the user does with a document, without typing. */
export type DocumentAction =
  | 'open'
  | 'save'
  | 'undo'
  | 'redo'
  | 'revert'
  | 'close'
  | 'rename'
  | 'background';

export type UserGitAction = 'commit' | 'stashAndPop' | 'switchAwayAndBack' | 'branch';
export type DecisionAction =
  | 'acceptHunk'
  | 'rejectHunk'
  | 'acceptLines'
  | 'rejectLines'
  | 'acceptFile'
  | 'rejectFile'
  | 'acceptAll'
  | 'rejectAll'
  | 'undoDecision'
  | 'redoDecision';

/** One action. `file` counts the files that are there then; `pick` chooses among what there is to choose from. */
export type Action =
  | { readonly kind: 'beginTurn' | 'endTurn'; readonly agent: number }
  | ({
      readonly kind: 'agentEdit';
      readonly agent: number;
      readonly file: number;
      readonly how: WriteMethod;
    } & LineReplacement)
  | {
      readonly kind: 'agentCreate';
      readonly agent: number;
      readonly how: 'protocol' | 'direct';
      readonly place: 'here' | 'newFolder' | 'ignored';
      readonly lines: number;
    }
  | { readonly kind: 'agentFile'; readonly file: number; readonly action: AgentFileAction }
  | { readonly kind: 'agentUnkept'; readonly agent: number; readonly what: UnkeptFile }
  | { readonly kind: 'agentGit'; readonly file: number; readonly action: AgentGitAction }
  | ({
      readonly kind: 'agentLater';
      readonly agent: number;
      readonly file: number;
    } & LineReplacement)
  | ({ readonly kind: 'type'; readonly file: number } & LineReplacement)
  | { readonly kind: 'document'; readonly file: number; readonly action: DocumentAction }
  | { readonly kind: 'userGit'; readonly action: UserGitAction }
  | {
      readonly kind: 'decide';
      readonly file: number;
      readonly pick: number;
      readonly action: DecisionAction;
    }
  | { readonly kind: 'restart'; readonly how: 'kill' | 'reload' };

/** An action. With `noWait` the next one follows at once; otherwise everything is checked first. */
export type Step = Action & { readonly noWait?: boolean };

/** A run of the random test. It can be shortened by leaving out files and steps. */
export interface Script {
  readonly files: readonly FileShape[];
  readonly autoSave: boolean;
  readonly formatOnSave: boolean;
  readonly steps: readonly Step[];
  readonly end: 'acceptAll' | 'rejectAll';
}

/** What leaves a file in two places if only one half of it is accepted. */
const MOVES: ReadonlySet<string> = new Set(['move', 'rename', 'checkout', 'stashAndPop']);

/** Whether a file is moved in a script. */
export const hasMoves = ({ steps }: Script): boolean =>
  steps.some(step => 'action' in step && MOVES.has(step.action));

/** The script as short readable lines. */
export function describeScript(script: Script): string {
  const settings = [
    ...(script.autoSave ? ['auto save'] : []),
    ...(script.formatOnSave ? ['format on save'] : []),
  ];
  return [
    `files: ${script.files.join(', ')}${settings.length > 0 ? ` (${settings.join(', ')})` : ''}`,
    ...script.steps.map((step, at) => `${at + 1}. ${describeStep(step)}`),
    `end: ${script.end}`,
    `script: ${JSON.stringify(script)}`,
  ].join('\n');
}

export function describeStep(step: Step): string {
  const { kind, noWait, ...rest } = step;
  const details = Object.entries(rest).map(([name, value]) => `${name} ${String(value)}`);
  return `${kind} ${details.join(', ')}${noWait ? ' (no wait)' : ''}`;
}
