import { formatCommand } from '../terminal/commandLine.ts';
import type { Found } from './found.ts';

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
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string | undefined;
  readonly env: Readonly<Record<string, string>>;
}

/** How a task is run. */
export interface TaskCommand {
  readonly command: string;
  readonly args: readonly string[] | undefined;
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

/** The command of a task, with its variables replaced. A variable that only the editor knows is an obstacle. */
export function getTaskCommand(task: TaskDefinition, homeFolder: string): Found<TaskCommand> {
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
  const args = task.args.map(replace);
  const command = toCommand(replace(task.command), args);
  const env = Object.entries(task.env).map(([name, value]) => ({ name, value: replace(value) }));
  const cwd = replace(task.cwd ?? folder);
  const why = obstacle ?? (unknown.size > 0 ? `it uses ${[...unknown].join(', ')}` : undefined);
  return why === undefined
    ? { kind: 'found', value: { ...command, cwd, env } }
    : { kind: 'missing', why: `Only the user can run the task "${task.label}": ${why}.` };
}

/** A program with its arguments is run without a shell. What is more than the name of a program is a line for the shell. */
function toCommand(
  command: string,
  args: readonly string[],
): Pick<TaskCommand, 'command' | 'args'> {
  if (args.length === 0) {
    return { command, args: undefined };
  }
  return /\s/.test(command)
    ? { command: `${command} ${args.map(quote).join(' ')}`, args: undefined }
    : { command, args };
}

const quote = (argument: string): string =>
  formatCommand({ kind: 'program', program: argument, args: [] });

/** `npm: test (test): npm run test` */
export function formatTask(task: TaskDefinition): string {
  const group = task.group === undefined ? '' : ` (${task.group})`;
  const what =
    task.obstacle === undefined
      ? [task.command, ...task.args.map(quote)].join(' ')
      : `only the user can run it: ${task.obstacle}`;
  return `${task.label}${group}: ${what}`;
}
