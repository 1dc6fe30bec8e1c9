import type { CatalogRow } from './catalogRow.ts';

const NOT_ON_WINDOWS = 'only the rules for Windows and macOS are tested, on Linux';

/** What an agent sends, and how its process behaves. */
export const agentRows: readonly CatalogRow[] = [
  {
    id: 'PR-01',
    what: 'other output among the messages',
    tests: ['faults/agents > PR-01', 'e2e/thread > prints text before its first message'],
  },
  {
    id: 'PR-02',
    what: 'a message that is cut off',
    tests: ['faults/agents > PR-02', 'faults/wire > PR-02'],
  },
  { id: 'PR-03', what: 'a message that is too long', tests: ['faults/agents > PR-03'] },
  {
    id: 'PR-04',
    what: 'bytes that are not UTF-8',
    tests: ['process/agent/wire/agentStream'],
  },
  {
    id: 'PR-05',
    what: 'JSON that is not a message',
    tests: ['faults/wire > PR-05', 'unit/agent/wire/parseLine'],
  },
  { id: 'PR-06', what: 'wrong request ids', tests: ['faults/wire > PR-06'] },
  {
    id: 'PR-07',
    what: 'a flood of updates, and their order',
    tests: ['process/agent/session/turnOrder', 'unit/webview/state/changeBatch'],
  },
  { id: 'PR-08', what: 'messages for other sessions', tests: ['faults/agents > PR-08'] },
  {
    id: 'PR-09',
    what: 'unknown requests, updates and contents',
    tests: ['faults/agents > PR-09', 'process/agent/requests/vendorRequests > an unknown request'],
  },
  { id: 'PR-10', what: 'huge structures', tests: ['faults/agents > PR-10'] },
  { id: 'PR-11', what: 'an agent that does not answer', tests: ['faults/agents > PR-11'] },
  {
    id: 'PR-12',
    what: 'Stop at any moment',
    tests: ['process/agent/session/runningTurn', 'process/agent/session/pendingPermissions'],
  },
  { id: 'PR-13', what: 'an agent that does not read', tests: ['faults/agents > PR-13'] },
  {
    id: 'PC-01',
    what: 'a program that does not start',
    tests: ['process/agent/process/startAgent', 'process/agent/connection/misbehavingAgents'],
  },
  {
    id: 'PC-02',
    what: 'an agent that is killed during a turn',
    tests: ['process/agent/connection/agentCrash', 'process/agent/journal/crashRecovery'],
  },
  {
    id: 'PC-03',
    what: 'an agent that crashes again and again',
    tests: ['unit/core/catalog/restartPolicy', 'process/agent/connection/agentCrash > fifth crash'],
  },
  {
    id: 'PC-04',
    what: 'children of an agent that stay',
    tests: ['process/agent/process/killTree'],
    limits: NOT_ON_WINDOWS,
  },
  {
    id: 'PC-05',
    what: 'an extension host that is killed',
    tests: ['process/agent/process/watchdog', 'e2e/reviewCrash'],
    limits: NOT_ON_WINDOWS,
  },
  {
    id: 'PC-06',
    what: 'agents behind other programs',
    tests: [
      'process/agent/process/killTree',
      'process/agent/process/resolveCommand',
      'unit/core/terminal/commandLine',
    ],
    limits: NOT_ON_WINDOWS,
  },
  {
    id: 'PC-07',
    what: 'a window that is reloaded or closed',
    tests: [
      'e2e/history > is restored after a window reload',
      'e2e/history > killed during a turn',
    ],
  },
  {
    id: 'PC-08',
    what: 'an agent that prints or works without end, and reused process ids',
    tests: ['process/agent/process/killTree', 'faults/agents > while one agent misbehaves'],
  },
  {
    id: 'PC-09',
    what: 'workspaces on other machines, and a clock that jumps',
    tests: ['unit/core/catalog/restartPolicy', 'process/agent/remote/remoteProgram'],
    limits: 'no test runs in a remote or virtual workspace',
  },
];

/** What agents do to files. */
export const fileRows: readonly CatalogRow[] = [
  {
    id: 'FS-01',
    what: 'paths that lead elsewhere',
    tests: ['unit/core/files/normalizePath', 'process/agent/files/pathGuard'],
    limits: NOT_ON_WINDOWS,
  },
  {
    id: 'FS-02',
    what: 'links',
    tests: ['process/agent/files/pathGuard', 'process/agent/checkpoint/checkpoints'],
  },
  {
    id: 'FS-03',
    what: 'a folder that is exchanged between check and use',
    tests: ['process/agent/files/pinnedFolder', 'process/agent/files/userFiles'],
    limits: 'pinned on Linux; elsewhere checked just before the change',
  },
  {
    id: 'FS-04',
    what: 'files that can run code',
    tests: [
      'unit/core/files/sensitivity',
      'unit/core/files/packageScripts',
      'process/agent/files/pathGuard',
    ],
  },
  { id: 'FS-05', what: 'paths of other machines', tests: ['unit/core/files/normalizePath'] },
  {
    id: 'FS-06',
    what: 'pipes, devices and large files',
    tests: ['process/agent/files/agentFiles'],
  },
  {
    id: 'FS-07',
    what: 'unsaved and outdated text',
    tests: [
      'process/agent/files/concurrentWrites',
      'host/vscode/files/editorDocuments > EditorDocuments',
    ],
  },
  {
    id: 'FS-08',
    what: 'encodings',
    tests: [
      'host/vscode/files/editorDocuments > keeps the encoding',
      'process/agent/files/agentFiles',
    ],
  },
  {
    id: 'FS-09',
    what: 'agents that damage encodings and line endings',
    tests: [
      'process/agent/review/changedEncoding',
      'unit/core/review/file/encodingDamage',
      'host/vscode/review/severalTurns > reports damaged encodings',
    ],
  },
  {
    id: 'FS-10',
    what: 'line endings, long lines, binary files and notebooks',
    tests: [
      'unit/core/text/lines',
      'process/agent/files/notebookWrites',
      'unit/core/files/notebookFile',
      'host/vscode/review/fileReplacements > rejecting all changes restores',
    ],
  },
  {
    id: 'FS-11',
    what: 'disks that are full or fail',
    tests: [
      'process/agent/files/replaceFile',
      'process/agent/disk/writeFileAtomic',
      'process/agent/journal/sessionJournal',
    ],
  },
];
