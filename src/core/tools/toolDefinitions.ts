import type * as z from 'zod';
import {
  applyCodeActionInput,
  callHierarchyInput,
  codeActionsInput,
  diagnosticsInput,
  fileInput,
  noInput,
  notebookInput,
  positionInput,
  renameInput,
  revealInput,
  runTaskInput,
  runTestsInput,
  symbolSearchInput,
} from './toolInputs.ts';

/** A tool that the editor offers to agents. The texts are read by models, so they stay English. */
export interface ToolDefinition {
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** Whether it changes files. */
  readonly isChange?: boolean;
  /** Whether it runs a program, which can do anything. */
  readonly runsProgram?: boolean;
}

/** The tools by the names under which agents call them and users switch them off. */
export const TOOL_DEFINITIONS = {
  get_diagnostics: {
    title: 'Problems',
    description:
      'Lists the errors and warnings that the language servers of VS Code report, like a compiler. Use it after you changed a file, with its path, instead of running a type checker, and with onlyNew to see what your changes broke. The file is opened if necessary, and this waits some seconds for the language server.',
    input: diagnosticsInput,
  },
  find_definition: {
    title: 'Definition',
    description:
      'Finds where a symbol is defined. More precise than a text search: it follows imports, overloads and re-exports.',
    input: positionInput,
  },
  find_type_definition: {
    title: 'Type definition',
    description: 'Finds where the type of a variable, parameter or expression is defined.',
    input: positionInput,
  },
  find_references: {
    title: 'References',
    description:
      'Finds all uses of a symbol in the workspace, including its declaration. Unlike a text search it leaves out other symbols of the same name, comments and strings. Use it before you change a signature.',
    input: positionInput,
  },
  find_implementations: {
    title: 'Implementations',
    description: 'Finds the classes or methods that implement an interface or an abstract method.',
    input: positionInput,
  },
  get_call_hierarchy: {
    title: 'Call hierarchy',
    description: 'Lists the functions that call a function, or the functions that it calls.',
    input: callHierarchyInput,
  },
  search_symbols: {
    title: 'Symbols of the workspace',
    description:
      'Searches functions, classes, types and variables of the whole workspace by name. Use it to find the file of a symbol that you know only by name.',
    input: symbolSearchInput,
  },
  list_symbols: {
    title: 'Symbols of a file',
    description:
      'Lists the functions, classes, types and variables of a file with their lines. Use it to find your way in a long file without reading it.',
    input: fileInput,
  },
  get_hover: {
    title: 'Type and documentation',
    description:
      'Shows what the editor shows for a symbol when the mouse is over it: its type, its signature and its documentation.',
    input: positionInput,
  },
  get_open_editors: {
    title: 'Open editors',
    description:
      'Lists the files that the user has open, which one is active, and the selected text. Use it when the user says "this file" or "here".',
    input: noInput,
  },
  reveal_location: {
    title: 'Show a place',
    description:
      'Shows lines of a file to the user in the editor, without taking the focus. Use it when the user asks where something is.',
    input: revealInput,
  },
  get_git_state: {
    title: 'Git',
    description: 'Shows the branch and the changed files of the git repositories of the workspace.',
    input: noInput,
  },
  get_review_state: {
    title: 'Review',
    description:
      'Shows which of your changes wait for the review of the user, and which ones the user rejected and why. Do not write a rejected change again unless the user asks for it.',
    input: noInput,
  },
  rename_symbol: {
    title: 'Rename',
    description:
      'Renames a symbol in all files that use it, through the language server, which leaves out other symbols of the same name. Use it instead of editing each use. The user reviews the changes like all others.',
    input: renameInput,
    isChange: true,
  },
  get_code_actions: {
    title: 'Code actions',
    description:
      'Lists the changes that the language servers offer for lines of a file: fixes for problems, such as a missing import, and refactorings. Use it on a line with a problem.',
    input: codeActionsInput,
  },
  apply_code_action: {
    title: 'Apply a code action',
    description:
      'Applies a change that get_code_actions lists. With the kind source.organizeImports it sorts the imports of a file and removes unused ones. The user reviews the changes like all others.',
    input: applyCodeActionInput,
    isChange: true,
  },
  format_document: {
    title: 'Format',
    description:
      'Formats a file with the formatter that VS Code has for its language, with the settings of the user. Use it after you wrote a file. The user reviews the changes like all others.',
    input: fileInput,
    isChange: true,
  },
  list_tasks: {
    title: 'Tasks',
    description:
      'Lists the tasks that VS Code knows in this workspace, such as building and testing, with their commands. Use it to find out how the project is built.',
    input: noInput,
  },
  run_task: {
    title: 'Run a task',
    description:
      'Runs a task of VS Code, waits for its end, and shows its exit code and the end of its output. The user may be asked first.',
    input: runTaskInput,
    runsProgram: true,
  },
  run_tests: {
    title: 'Run the tests',
    description:
      'Runs the task that tests this project, waits for its end, and shows its exit code and the end of its output. Use it after you changed code. The user may be asked first.',
    input: runTestsInput,
    runsProgram: true,
  },
  get_last_command: {
    title: 'Last command of the terminal',
    description:
      'Shows the last command that the user ran in a terminal of VS Code, with its exit code and the end of its output. Use it when the user says "this error" or "what I just ran".',
    input: noInput,
  },
  get_notebook_cells: {
    title: 'Cells of a notebook',
    description:
      'Shows the cells of a notebook with their outputs, as VS Code shows them. Use it instead of reading the file, which is long JSON.',
    input: notebookInput,
  },
} as const satisfies Readonly<Record<string, ToolDefinition>>;

export type ToolName = keyof typeof TOOL_DEFINITIONS;

/** The arguments of a tool after they were checked. */
export type ToolInput<Name extends ToolName> = z.infer<(typeof TOOL_DEFINITIONS)[Name]['input']>;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a literal object are its names
export const TOOL_NAMES = Object.keys(TOOL_DEFINITIONS) as readonly ToolName[];
