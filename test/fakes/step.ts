import type {
  Bare,
  CallOptions,
  Child,
  Json,
  Pace,
  Part,
  PermissionBranches,
  RpcError,
  Rule,
  Step,
} from './scenario.ts';

/** Options of a permission request, for tests that do not depend on them. */
export const PERMISSION_OPTIONS = [
  { optionId: 'allow', name: 'Yes', kind: 'allow_once' },
  { optionId: 'always', name: 'Yes, always', kind: 'allow_always' },
  { optionId: 'reject', name: 'No', kind: 'reject_once' },
] as const;

const bare = (name: Bare): Step => ({ do: name });
const message = (kind: string, text: string, pace: Pace): Step => ({
  do: 'update',
  update: { sessionUpdate: kind, content: { type: 'text', text } },
  ...pace,
});

/** Creates the steps of a scenario. */
export const step = {
  /** Sends any `session/update`. */
  update: (update: Json, pace: Pace = {}): Step => ({ do: 'update', update, ...pace }),
  /** Sends an update for another session. */
  updateOf: (sessionId: string, update: Json): Step => ({ do: 'update', update, sessionId }),
  say: (text: string, pace: Pace = {}): Step => message('agent_message_chunk', text, pace),
  think: (text: string, pace: Pace = {}): Step => message('agent_thought_chunk', text, pace),
  toolCall: (toolCallId: string, fields: Readonly<Record<string, Json>> = {}): Step => ({
    do: 'update',
    update: { sessionUpdate: 'tool_call', toolCallId, title: toolCallId, ...fields },
  }),
  toolUpdate: (toolCallId: string, fields: Readonly<Record<string, Json>>): Step => ({
    do: 'update',
    update: { sessionUpdate: 'tool_call_update', toolCallId, ...fields },
  }),
  plan: (...entries: readonly Json[]): Step => ({
    do: 'update',
    update: { sessionUpdate: 'plan', entries },
  }),

  /** Sends a request to the client. Its answer is saved as `${answer.result…}` or `${answer.error…}`. */
  call: (method: string, params: Json = {}, options: CallOptions = {}): Step => ({
    do: 'call',
    method,
    params,
    ...options,
  }),
  /** Calls a tool of the client's MCP server; its answer is noted, and saved as `${save.result…}`. */
  tool: (name: string, input: Json = {}, save = 'tool'): Step => ({
    do: 'tool',
    name,
    arguments: input,
    save,
  }),
  await: (name: string): Step => ({ do: 'await', name }),
  cancelCall: (name: string): Step => ({ do: 'cancelCall', name }),
  notify: (method: string, params?: Json): Step => ({ do: 'notify', method, params }),
  /** Sends one line of JSON as it is, for wrong ids, wrong versions and arrays. */
  message: (json: Json, pace: Pace = {}): Step => ({ do: 'message', message: json, ...pace }),
  readText: (path: string, range: { line?: number; limit?: number } = {}): Step =>
    step.call('fs/read_text_file', { path, ...range }),
  writeText: (path: string, content: string): Step =>
    step.call('fs/write_text_file', { path, content }),
  elicit: (params: Readonly<Record<string, Json>>): Step => step.call('elicitation/create', params),
  /** Requests a permission, then plays the branch of the chosen option id, or the one named `cancelled` or `error`. */
  permission: (
    toolCall: Readonly<Record<string, Json>>,
    branches: PermissionBranches = {},
    options: readonly Json[] = PERMISSION_OPTIONS,
  ): readonly Step[] => [
    step.call('session/request_permission', { toolCall, options }, { save: 'permission' }),
    {
      do: 'match',
      value: '${permission.result.outcome.outcome}',
      cases: {
        selected: [
          { do: 'match', value: '${permission.result.outcome.optionId}', cases: branches },
        ],
        cancelled: branches['cancelled'] ?? [],
      },
      otherwise: branches['error'] ?? [],
    },
  ],
  /** Runs a command in a terminal of the client and waits for its end. The output is `${output.result.output}`. */
  terminal: (command: string, args: readonly string[] = []): readonly Step[] => [
    step.call('terminal/create', { command, args }, { save: 'terminal' }),
    step.call('terminal/wait_for_exit', { terminalId: TERMINAL }, { save: 'exit' }),
    step.call('terminal/output', { terminalId: TERMINAL }, { save: 'output' }),
    step.call('terminal/release', { terminalId: TERMINAL }, { save: 'release' }),
  ],

  /** Answers immediately; later steps run after the response. */
  reply: (result: Json): Step => ({ do: 'reply', result }),
  /** Gives the default answer immediately. */
  replyAsUsual: { do: 'reply' } satisfies Step,
  fail: (error: RpcError): Step => ({ do: 'reply', error }),
  stop: (stopReason: string): Step => ({ do: 'reply', result: { stopReason } }),
  ignore: bare('ignore'),

  stdout: (...parts: readonly Part[]): Step => ({ do: 'write', to: 'stdout', parts }),
  stderr: (...parts: readonly Part[]): Step => ({ do: 'write', to: 'stderr', parts }),
  oneWrite: (...steps: readonly Step[]): Step => ({ do: 'oneWrite', steps }),

  sleep: (ms: number): Step => ({ do: 'sleep', ms }),
  burn: (ms: number): Step => ({ do: 'burn', ms }),
  allocate: (bytes: number): Step => ({ do: 'allocate', bytes }),
  repeat: (times: number, ...steps: readonly Step[]): Step => ({ do: 'repeat', times, steps }),
  /** Starts all rounds at the same time, which causes a flood of requests. */
  repeatAtOnce: (times: number, ...steps: readonly Step[]): Step => ({
    do: 'repeat',
    times,
    steps,
    atOnce: true,
  }),
  parallel: (...branches: readonly (readonly Step[])[]): Step => ({ do: 'parallel', branches }),
  background: (...steps: readonly Step[]): Step => ({ do: 'background', steps }),
  ifFile: (path: string, there: readonly Step[], missing: readonly Step[] = []): Step => ({
    do: 'ifFile',
    path,
    there,
    missing,
  }),
  waitForFile: (path: string): Step => ({ do: 'waitForFile', path }),
  waitForCancel: bare('waitForCancel'),

  writeFile: (path: string, text: string): Step => ({ do: 'writeFile', path, text }),
  writeBytes: (path: string, base64: string): Step => ({ do: 'writeFile', path, base64 }),
  deleteFile: (path: string): Step => ({ do: 'deleteFile', path }),
  rename: (from: string, to: string): Step => ({ do: 'rename', from, to }),
  symlink: (target: string, path: string): Step => ({ do: 'symlink', target, path }),
  shell: (command: string): Step => ({ do: 'shell', command }),
  note: (name: string, value?: Json): Step => ({ do: 'note', name, value }),

  spawn: (child: Child = {}): Step => ({ do: 'spawn', ...child }),
  exit: (code = 0): Step => ({ do: 'exit', code }),
  signal: (signal: NodeJS.Signals): Step => ({ do: 'signal', signal }),
  stopReading: bare('stopReading'),
  readAgain: bare('readAgain'),
  closeStdin: bare('closeStdin'),
  closeStdout: bare('closeStdout'),
};

/** The reaction to a method. */
export const on = (method: string, ...steps: readonly Step[]): Rule => ({ method, steps });

/** A turn. Each prompt uses the next one, and the last one is repeated. */
export const turn = (...steps: readonly Step[]): Rule => on('session/prompt', ...steps);

/** A turn for prompts whose text matches. */
export const turnFor = (when: string, ...steps: readonly Step[]): Rule => ({
  ...turn(...steps),
  when,
});

const TERMINAL = '${terminal.result.terminalId}';

/** Updates that replay an earlier conversation: a prompt and an answer for each name. */
export const history = (...names: readonly string[]) =>
  names.flatMap(name => [
    step.update({
      sessionUpdate: 'user_message_chunk',
      content: { type: 'text', text: `${name}?` },
    }),
    step.say(`${name}!`),
  ]);
