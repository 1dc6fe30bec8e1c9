import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { asList, asRecord } from '../../core/json.ts';
import { plainOutput } from '../../core/terminal/plainOutput.ts';
import type { Found } from '../../core/tools/found.ts';
import {
  findTask,
  findTestTask,
  formatTask,
  getTaskCommand,
  type TaskDefinition,
} from '../../core/tools/taskCommand.ts';
import type { TaskWord } from '../../core/tools/taskLine.ts';
import type { ToolInput } from '../../core/tools/toolDefinitions.ts';
import { limitLines, limitOutput } from '../../core/tools/toolText.ts';
import { getCommandShell } from '../terminal/getCommandShell.ts';
import { withLimit } from './languageServer.ts';
import { ToolCallError, type ToolCall } from './toolCall.ts';

/** So much of the output is kept while a task runs. A model gets less of it. */
const OUTPUT_LIMIT_BYTES = 1024 * 1024;

export async function listTasks(call: ToolCall): Promise<string> {
  const tasks = await fetchTasks(call);
  return tasks.length > 0
    ? limitLines(tasks.map(task => formatTask(task, getCommandShell())))
    : 'VS Code knows no task in this workspace.';
}

export async function runTask(
  call: ToolCall,
  { task, timeoutSeconds }: ToolInput<'run_task'>,
): Promise<string> {
  return run(call, findTask(await fetchTasks(call), task), timeoutSeconds);
}

export async function runTests(
  call: ToolCall,
  { task, timeoutSeconds }: ToolInput<'run_tests'>,
): Promise<string> {
  const tasks = await fetchTasks(call);
  return run(
    call,
    task === undefined ? findTestTask(tasks) : findTask(tasks, task),
    timeoutSeconds,
  );
}

/**
 * Runs the command of a task like a command of the agent, so that the same rules, questions and limits apply. VS Code would
 * read `tasks.json` again after the user has allowed the command, and gives the output of some tasks only.
 */
async function run(
  call: ToolCall,
  found: Found<TaskDefinition>,
  timeoutSeconds: number,
): Promise<string> {
  const task = expectFound(found);
  const command = expectFound(
    getTaskCommand(task, { homeFolder: homedir(), shell: getCommandShell() }),
  );
  const request = { ...command, outputByteLimit: OUTPUT_LIMIT_BYTES };
  const startMs = Date.now();
  const { terminals } = call.access;
  const ran = await terminals.runTask(request, timeoutSeconds * 1000, call.signal);
  const seconds = Math.round((Date.now() - startMs) / 1000);
  const { exitCode, signal } = ran.exitStatus ?? {};
  const end = ran.isTimedOut
    ? `was ended at the limit of ${timeoutSeconds} seconds. Set timeoutSeconds to let it run longer`
    : `ended after ${seconds} s with ${signal ? `the signal ${signal}` : `exit code ${exitCode ?? 'unknown'}`}`;
  const cut = ran.truncated ? ' The beginning of the output was too long to keep.' : '';
  const output = plainOutput(ran.output).trimEnd();
  return `The task "${task.label}" ${end}.${cut}\n${limitOutput(output) || 'It printed nothing.'}`;
}

function expectFound<T>(found: Found<T>): T {
  if (found.kind === 'missing') {
    throw new ToolCallError(found.why);
  }
  return found.value;
}

/** The tasks of the folders that the session works in. */
async function fetchTasks(call: ToolCall): Promise<readonly TaskDefinition[]> {
  const tasks = await withLimit(call, vscode.tasks.fetchTasks(), 'VS Code');
  const isSeveral = (vscode.workspace.workspaceFolders ?? []).length > 1;
  return tasks.flatMap(task => {
    const [first] = vscode.workspace.workspaceFolders ?? [];
    const folder = typeof task.scope === 'object' ? task.scope : first;
    return folder ? [toDefinition(task, folder, isSeveral)] : [];
  });
}

function toDefinition(
  task: vscode.Task,
  folder: vscode.WorkspaceFolder,
  isSeveral: boolean,
): TaskDefinition {
  const { name, source, group } = task;
  const kind = source === 'Workspace' || source === '' ? name : `${source}: ${name}`;
  const execution = toExecution(task.execution);
  return {
    label: isSeveral ? `${kind} (${folder.name})` : kind,
    name,
    group: group?.id,
    isDefault: group?.isDefault ?? false,
    folder: folder.uri.fsPath,
    ...execution,
    obstacle: dependsOnOthers(folder, name) ? 'it depends on other tasks' : execution.obstacle,
  };
}

type Execution = Pick<TaskDefinition, 'isShell' | 'command' | 'args' | 'cwd' | 'env' | 'obstacle'>;

const NO_EXECUTION: Execution = {
  isShell: false,
  command: '',
  args: [],
  cwd: undefined,
  env: {},
  obstacle: 'it is run by an extension',
};

function toExecution(execution: vscode.Task['execution']): Execution {
  if (execution instanceof vscode.ProcessExecution) {
    const { process: command, args, options } = execution;
    const { cwd, env = {} } = options ?? {};
    return { isShell: false, command, args, cwd, env, obstacle: undefined };
  }
  if (execution instanceof vscode.ShellExecution) {
    return toShellExecution(execution);
  }
  return NO_EXECUTION;
}

/** A task has a command line, or a command with arguments. */
function toShellExecution(execution: vscode.ShellExecution): Execution {
  const { commandLine, command = '', args = [], options = {} } = execution;
  const isOwnShell = options.executable !== undefined || options.shellQuoting !== undefined;
  return {
    isShell: true,
    command: commandLine ?? toWord(command),
    args: commandLine === undefined ? args.map(toWord) : [],
    cwd: options.cwd,
    env: options.env ?? {},
    obstacle: isOwnShell ? 'it uses a shell of its own' : undefined,
  };
}

const QUOTINGS = {
  [vscode.ShellQuoting.Escape]: 'escape',
  [vscode.ShellQuoting.Strong]: 'strong',
  [vscode.ShellQuoting.Weak]: 'weak',
} as const;

const toWord = (word: string | vscode.ShellQuotedString): TaskWord =>
  typeof word === 'string' ? word : { value: word.value, quoting: QUOTINGS[word.quoting] };

/** The API does not say so, but `tasks.json` does. */
function dependsOnOthers({ uri }: vscode.WorkspaceFolder, name: string): boolean {
  const configured = vscode.workspace.getConfiguration('tasks', uri).get('tasks');
  return (asList(configured, asRecord) ?? []).some(
    ({ label, dependsOn }) => label === name && dependsOn !== undefined,
  );
}
