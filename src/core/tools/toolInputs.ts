import * as z from 'zod';

/** The limits of arguments. A longer text is refused, because nobody asks for a symbol of that length. */
const PATH_LIMIT_CHARS = 4_096;
const NAME_LIMIT_CHARS = 500;
const LINE_LIMIT = 10_000_000;

const path = z
  .string()
  .min(1)
  .max(PATH_LIMIT_CHARS)
  .describe('Absolute path of a file in the workspace, or relative to its first folder.');

const line = z.int().min(1).max(LINE_LIMIT);

export const fileInput = z.object({ path });

/** A place in a file. Models count columns badly, so the name of a symbol is enough. */
export const positionInput = z.object({
  path,
  symbol: z
    .string()
    .min(1)
    .max(NAME_LIMIT_CHARS)
    .optional()
    .describe('The name as it is written in the file. Without a line, its first occurrence.'),
  line: line.optional().describe('The line of the symbol, from 1.'),
  column: line.optional().describe('The column, from 1. Only needed without a symbol.'),
});

export type PositionInput = z.infer<typeof positionInput>;

export const callHierarchyInput = positionInput.extend({
  direction: z
    .enum(['incoming', 'outgoing'])
    .describe('incoming: who calls it. outgoing: what it calls.'),
});

export const diagnosticsInput = z.object({
  path: path
    .optional()
    .describe(
      'A file to check. Without it, all problems that VS Code knows, which for many languages are those of open files.',
    ),
  severity: z
    .enum(['error', 'warning', 'information', 'hint'])
    .default('warning')
    .describe('The least severe problems to list.'),
  onlyNew: z
    .boolean()
    .default(false)
    .describe(
      'Only errors and warnings that were not there when this turn began. Of a file that was not open then, only those in lines that you changed.',
    ),
});

export const symbolSearchInput = z.object({
  query: z.string().min(1).max(NAME_LIMIT_CHARS).describe('A name or a part of one.'),
});

export const revealInput = z.object({
  path,
  line: line.describe('The first line to show, from 1.'),
  endLine: line.optional().describe('The last line to select.'),
});

export const renameInput = positionInput.extend({
  newName: z.string().min(1).max(NAME_LIMIT_CHARS).describe('The new name.'),
});

/** Lines of a file for which actions are offered. */
export const codeActionsInput = z.object({
  path,
  line: line.optional().describe('The first line, from 1. Without it, the whole file.'),
  endLine: line.optional().describe('The last line.'),
  kind: z
    .string()
    .min(1)
    .max(NAME_LIMIT_CHARS)
    .optional()
    .describe(
      'Only actions of this kind: quickfix, refactor, source.organizeImports, source.fixAll, or a more specific one. Source actions are offered only if asked for.',
    ),
});

export const applyCodeActionInput = codeActionsInput.extend({
  title: z
    .string()
    .min(1)
    .max(NAME_LIMIT_CHARS)
    .optional()
    .describe('The title that get_code_actions lists. Not needed if one action is offered.'),
});

/** How long a task may run. Many clients wait 60 seconds for an answer, and a task ends with the call. */
const TIMEOUT_SECONDS = 50;
const TIMEOUT_LIMIT_SECONDS = 900;

const timeoutSeconds = z
  .int()
  .min(1)
  .max(TIMEOUT_LIMIT_SECONDS)
  .default(TIMEOUT_SECONDS)
  .describe(
    `The task is ended after this time. Without it, after ${TIMEOUT_SECONDS} seconds; at most ${TIMEOUT_LIMIT_SECONDS}, if your client waits so long for an answer.`,
  );

const task = z.string().min(1).max(NAME_LIMIT_CHARS);

export const runTaskInput = z.object({
  task: task.describe('The label that list_tasks shows.'),
  timeoutSeconds,
});

export const runTestsInput = z.object({
  task: task
    .optional()
    .describe('The label of the task that runs the tests. Only needed if there are several.'),
  timeoutSeconds,
});

export const notebookInput = z.object({
  path,
  firstCell: line
    .default(1)
    .describe('The first cell to show, from 1. For a notebook that is too long for one answer.'),
});

export const noInput = z.object({});
