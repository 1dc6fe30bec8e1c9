import { formatCommand } from '../terminal/commandLine.ts';
import type { Found } from './found.ts';
import { formatTaskLine, needsQuotes, type TaskWord } from './taskLine.ts';

/** A task as the editor defines it. */
export interface TaskDefinition {
  /** Such as `npm: test`. */
  readonly label: string;
  /** The name without the kind of the task. */
  readonly name: string;
  readonly group: string | undefined;
  readonly isDefault: boolean;
  readonly folder: string;
  /** Why only the editor can run it; `undefined` if a command line says it all. */
  readonly obstacle: string | undefined;
  /** Whether a shell runs it. Otherwise it is a program with its arguments. */
  readonly isShell: boolean;
  readonly command: TaskWord;
  readonly args: readonly TaskWord[];
  readonly cwd: string | undefined;
  readonly env: Readonly<Record<string, string>>;
}

/** How a task is run. */
export interface TaskCommand {
  /** A line for the shell, or a program. */
  readonly command: string;
  readonly isLine: boolean;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: readonly { readonly name: string; readonly value: string }[];
}

const TEST_GROUP = 'test';

/** Finds a task by its label or its name. */
export function findTask(tasks: readonly TaskDefinition[], wanted: string): Found<TaskDefinition> {
  const labeled = tasks.filter(({ label }) => label === wanted);
  return choose(labeled.length > 0 ? labeled : tasks.filter(({ name }) => name === wanted), {
    none: `There is no task "${wanted}".`,
    among: tasks,
  });
}

/** Finds the task that runs the tests: the only one of its group, or the default of the group. */
export function findTestTask(tasks: readonly TaskDefinition[]): Found<TaskDefinition> {
  const tests = tasks.filter(({ group }) => group === TEST_GROUP);
  const defaults = tests.filter(({ isDefault }) => isDefault);
  return choose(defaults.length === 1 ? defaults : tests, {
    none: 'VS Code knows no task that runs tests.',
    among: tasks,
  });
}

function choose(
  candidates: readonly TaskDefinition[],
  { none, among }: { readonly none: string; readonly among: readonly TaskDefinition[] },
): Found<TaskDefinition> {
  const [task] = candidates;
  if (task && candidates.length === 1) {
    return { kind: 'found', value: task };
  }
  const listed = task ? candidates : among;
  const problem = task ? 'Several tasks fit: give the label of one.' : none;
  const labels = listed.map(({ label }) => `  ${label}`);
  const why = listed.length > 0 ? `${problem} Tasks:\n${labels.join('\n')}` : problem;
  return { kind: 'missing', why };
}

/** The machine that runs a task. */
export interface TaskMachine {
  readonly homeFolder: string;
  /** The path of the shell. */
  readonly shell: string;
}

/** The command of a task, with its variables replaced. A variable that only the editor knows is an obstacle. */
export function getTaskCommand(
  task: TaskDefinition,
  { homeFolder, shell }: TaskMachine,
): Found<TaskCommand> {
  const { folder, obstacle } = task;
  const unknown = new Set<string>();
  const values: Readonly<Record<string, string>> = {
    workspaceFolder: folder,
    workspaceRoot: folder,
    cwd: folder,
    workspaceFolderBasename: /[^/\\]*$/.exec(folder)?.[0] ?? '',
    userHome: homeFolder,
  };
  const replace = (text: string): string =>
    text.replaceAll(/\$\{([^}]+)\}/g, (variable, name: string) => {
      const value = values[name];
      if (value === undefined) {
        unknown.add(variable);
      }
      return value ?? variable;
    });
  const command = toCommand(task, shell, replace);
  const env = Object.entries(task.env).map(([name, value]) => ({ name, value: replace(value) }));
  const cwd = inFolder(folder, replace(task.cwd ?? folder));
  const why = obstacle ?? (unknown.size > 0 ? `it uses ${[...unknown].join(', ')}` : undefined);
  return why === undefined
    ? { kind: 'found', value: { ...command, cwd, env } }
    : { kind: 'missing', why: `Only the user can run the task "${task.label}": ${why}.` };
}

/** A path of a task may be relative to its folder. */
const inFolder = (folder: string, path: string): string =>
  /^(?:[/\\]|[a-z]:)/i.test(path) ? path : `${folder}${folder.includes('\\') ? '\\' : '/'}${path}`;

function toCommand(
  task: TaskDefinition,
  shell: string,
  replace: (text: string) => string,
): Pick<TaskCommand, 'command' | 'args' | 'isLine'> {
  const [command, ...args] = [task.command, ...task.args].map(word =>
    typeof word === 'string' ? replace(word) : { ...word, value: replace(word.value) },
  );
  return task.isShell
    ? {
        command: toLine({ ...task, command: command ?? '', args }, task, shell),
        args: [],
        isLine: true,
      }
    : { command: toText(command ?? ''), args: args.map(toText), isLine: false };
}

/** What has no arguments is a line already, unless it became several words only by a variable. */
function toLine(
  { command, args }: Pick<TaskDefinition, 'command' | 'args'>,
  { command: written }: Pick<TaskDefinition, 'command'>,
  shell: string,
): string {
  const isLine =
    args.length === 0 &&
    typeof command === 'string' &&
    (command === written || needsQuotes(toText(written), shell));
  return isLine ? command : formatTaskLine(shell, command, args);
}

const toText = (word: TaskWord): string => (typeof word === 'string' ? word : word.value);

/** `npm: test (test): npm run test` */
export function formatTask(task: TaskDefinition, shell: string): string {
  const group = task.group === undefined ? '' : ` (${task.group})`;
  const what =
    task.obstacle === undefined
      ? formatTaskCommand(task, shell)
      : `only the user can run it: ${task.obstacle}`;
  return `${task.label}${group}: ${what}`;
}

const formatTaskCommand = (task: TaskDefinition, shell: string): string =>
  task.isShell
    ? toLine(task, task, shell)
    : formatCommand({
        kind: 'program',
        program: toText(task.command),
        args: task.args.map(toText),
      });
