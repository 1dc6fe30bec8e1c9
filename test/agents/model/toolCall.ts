import { asList, asRecord, asString, type JsonObject } from '../../../src/core/json.ts';
import type { CallInput, OfferedTool } from './modelRequest.ts';
import { scriptText, type ModelStep } from './script.ts';

export type CallStep = Exclude<ModelStep, { do: 'say' } | { do: 'hang' }>;

/** The tool call that performs a step with the tools that an agent offers; `undefined` if none is suitable. */
export function toolCall(
  step: CallStep,
  tools: readonly OfferedTool[],
): { readonly name: string; readonly namespace?: string; readonly input: CallInput } | undefined {
  if (step.do === 'tool') {
    const named = tools.find(({ name }) => new RegExp(`(?:^|[_.-])${step.name}$`).test(name));
    return named && { ...named, input: step.input };
  }
  for (const way of TOOLS_BY_STEP[step.do]) {
    const tool = tools.find(({ name }) => way.name.test(name));
    const input = tool && way.input(step as never, tool);
    if (tool && input !== undefined) {
      return { name: tool.name, input };
    }
  }
  return undefined;
}

interface Way<Step> {
  readonly name: RegExp;
  /** The arguments; `undefined` if the tool is not the expected one in spite of its name. */
  input(step: Step, tool: OfferedTool): CallInput | undefined;
}

/** The tools that can perform each step, the best one first. Agents have different names for the same few tools. */
const TOOLS_BY_STEP: {
  readonly [Do in Exclude<CallStep['do'], 'tool'>]: readonly Way<Extract<CallStep, { do: Do }>>[];
} = {
  read: [
    {
      name: /^(?:mcp__acp__)?read(?:_?(?:text_?)?files?)?$/i,
      input: ({ path }, tool) => toToolArguments(tool, [['path', path]]),
    },
    { name: /^view$/i, input: ({ path }, tool) => toToolArguments(tool, [['path', path]]) },
    {
      name: /shell|bash|exec|run_command/i,
      input: ({ path }, tool) => toToolArguments(tool, [['command', `cat '${path}'`]]),
    },
  ],
  edit: [
    {
      name: /^(?:mcp__acp__)?(?:edit(?:_?file)?|replace|str(?:ing)?_?replace(?:_?editor)?|string_replace_lsp|search_replace)$/i,
      input: ({ path, old, new: text }, tool) =>
        toToolArguments(tool, [
          ['path', path],
          ['old', old],
          ['new', text],
        ]),
    },
    {
      name: /^edit$/i,
      input: ({ path, old, new: text }, tool) =>
        asEditList(tool, {
          ...toToolArguments(tool, [['path', path]]),
          edits: [{ oldText: old, newText: text }],
        }),
    },
    {
      name: /^apply_?patch$/i,
      input: ({ path, old, new: text }, tool) =>
        patchInput(tool, [
          `*** Update File: ${path}`,
          '@@',
          ...signed('-', old),
          ...signed('+', text),
        ]),
    },
  ],
  write: [
    {
      name: /^(?:mcp__acp__)?(?:write(?:_?(?:to_)?file)?|create(?:_?file)?|editor)$/i,
      input: ({ path, text }, tool) =>
        toToolArguments(tool, [
          ['path', path],
          ['text', text],
        ]),
    },
    {
      name: /^apply_?patch$/i,
      input: ({ path, text }, tool) =>
        patchInput(tool, [`*** Add File: ${path}`, ...signed('+', text)]),
    },
  ],
  shell: [
    {
      name: /^(?:mcp__acp__)?(?:bash|shell|run_?shell_?command|exec_?command|shell_?command|execute_?(?:command|bash)|run_?commands?|run_terminal_c(?:om)?m(?:an)?d)$|__shell$/i,
      input: ({ command, unboxed }, tool) => {
        const input = toToolArguments(tool, [['command', command]]);
        return input && unboxed ? { ...input, ...UNBOXED } : input;
      },
    },
  ],
  plan: [
    {
      name: /^(?:todo_?write|write_?todos|update_?plan|todo__?\w+)$/i,
      input: ({ items }, { schema }) => planInput(items, schema),
    },
  ],
  delegate: [
    {
      name: /^(?:agent|task|spawn_?(?:sub)?agent|delegate|subagent)$/i,
      input: ({ text }, tool) => {
        const input = toToolArguments(tool, [['task', scriptText({ do: 'say', text })]]);
        // The kind of a sub-agent that OpenCode and its derivatives have.
        return input && tool.name === 'task' && input['subagent_type'] === GENERAL
          ? { ...input, subagent_type: 'general' }
          : input;
      },
    },
  ],
};

/** The kind of a sub-agent that most agents have. */
const GENERAL = 'general-purpose';

/** The names that agents use for an argument. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  path: ['file_path', 'filePath', 'absolute_path', 'target_file', 'path', 'filename', 'file'],
  old: ['old_string', 'oldString', 'old_str', 'before', 'old_text', 'oldText'],
  new: ['new_string', 'newString', 'new_str', 'after', 'new_text', 'newText'],
  text: ['content', 'contents', 'file_text', 'text'],
  command: ['command', 'cmd', 'commands'],
  task: ['prompt', 'message', 'instructions', 'task', 'assignment'],
};

/**
 * The arguments under the names that the tool has for them; `undefined` if it lacks one. Other required arguments get
 * placeholders.
 */
function toToolArguments(
  { schema }: OfferedTool,
  values: readonly (readonly [meaning: string, value: string])[],
): JsonObject | undefined {
  const properties = asRecord(schema?.['properties']) ?? {};
  const input: Record<string, unknown> = {};
  for (const [meaning, value] of values) {
    const name = ARGUMENTS[meaning]?.find(candidate => candidate in properties);
    if (name === undefined) {
      return undefined;
    }
    input[name] = valueFor(properties[name], value);
  }
  return { ...placeholderArguments(schema, Object.keys(input)), ...input };
}

/** Some tools take several edits at once (pi). */
const asEditList = ({ schema }: OfferedTool, input: JsonObject): JsonObject | undefined =>
  'edits' in (asRecord(schema?.['properties']) ?? {}) ? input : undefined;

/** The arguments with which a model asks to run a command outside the sandbox (Codex). */
const UNBOXED = { sandbox_permissions: 'require_escalated', justification: 'May it write?' };

/** Most tools take a command as a line, some as a list of words or lines. */
function valueFor(schema: unknown, value: string): unknown {
  const types = [asRecord(schema)?.['type']].flat();
  if (!types.includes('array') || types.includes('string')) {
    return value;
  }
  return /argv|execvp|words/i.test(JSON.stringify(schema)) ? ['bash', '-lc', value] : [value];
}

/** Placeholders for the required arguments of a schema that are not in `given`. */
export function placeholderArguments(schema: unknown, given: readonly string[] = []): JsonObject {
  const record = asRecord(schema);
  const properties = asRecord(record?.['properties']) ?? {};
  const required = asList(record?.['required'], asString) ?? [];
  const missing = required.filter(name => !given.includes(name));
  return Object.fromEntries(
    missing.map(name => [name, anyOf(name, asRecord(properties[name]) ?? {})]),
  );
}

/** Long enough for any command of a script, whether it is in milliseconds or in seconds. */
const TIMEOUT = 60_000;

function anyOf(name: string, schema: JsonObject): unknown {
  const [first] = Array.isArray(schema['enum']) ? (schema['enum'] as unknown[]) : [];
  const [type] = [schema['type']].flat();
  switch (type) {
    case 'boolean':
      return false;
    case 'number':
    case 'integer':
      return /timeout/i.test(name)
        ? Math.min(TIMEOUT, asNumberOr(schema['maximum'], TIMEOUT))
        : asNumberOr(schema['minimum'], 1);
    case 'array':
      return [];
    case 'object':
      return placeholderArguments(schema);
    default:
      return first ?? (name === 'subagent_type' ? GENERAL : 'as the script says');
  }
}

const asNumberOr = (value: unknown, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise;

const signed = (sign: string, text: string): readonly string[] =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .map(line => `${sign}${line}`);

/** A patch in the format that OpenAI's models write, as free text or as the one argument. */
function patchInput({ schema }: OfferedTool, lines: readonly string[]): CallInput {
  const patch = ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n');
  const [name] = Object.keys(asRecord(schema?.['properties']) ?? {});
  return name === undefined ? patch : { [name]: patch };
}

/** A plan whose first item is in progress. Agents have different names for the list and the fields of its items. */
function planInput(
  items: readonly string[],
  schema: JsonObject | undefined,
): JsonObject | undefined {
  const properties = asRecord(schema?.['properties']) ?? {};
  const list = ['todos', 'plan', 'items'].find(name => name in properties);
  if (list === undefined) {
    return undefined;
  }
  const item = asRecord(asRecord(properties[list])?.['items']) ?? {};
  const words = ['content', 'step', 'description', 'title'].find(
    name => name in (asRecord(item['properties']) ?? {}),
  );
  return {
    [list]: items.map((text, index) => ({
      ...placeholderArguments(item, [words ?? 'content', 'status', 'id']),
      [words ?? 'content']: text,
      ...(item['required'] && JSON.stringify(item['required']).includes('"id"')
        ? { id: String(index + 1) }
        : {}),
      status: index === 0 ? 'in_progress' : 'pending',
    })),
  };
}
