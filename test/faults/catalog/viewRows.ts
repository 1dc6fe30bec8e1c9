import type { CatalogRow } from './catalogRow.ts';

/** Reviewing changes. */
export const reviewRows: readonly CatalogRow[] = [
  {
    id: 'RV-01',
    what: 'any sequence of edits and decisions',
    tests: ['unit/core/review/model/reviewInvariants', 'process/agent/review/randomReview'],
  },
  {
    id: 'RV-02',
    what: 'edits of the user in text of an agent',
    tests: [
      'unit/core/review/model/knownProblems',
      'unit/core/review/model/reviewModel',
      'host/vscode/review/reviewWhileTyping > review while the user types',
    ],
    limits:
      'no scenario: scenarios have no user who types; random users do in `npm run test:random`',
  },
  {
    id: 'RV-03',
    what: 'clicks that come late or twice',
    tests: [
      'unit/core/review/model/reviewModel',
      'host/vscode/review/review > ignores a click on an outdated code lens',
    ],
    limits:
      'no scenario: scenarios have no window to click in; random users do in `npm run test:random`',
  },
  {
    id: 'RV-04',
    what: 'files that are moved, deleted, stashed or committed during the review',
    tests: [
      'process/agent/review/movedFiles',
      'unit/core/review/attribution/repositoryMove',
      'host/vscode/review/movedFiles > pending changes that git or other programs move',
    ],
    limits:
      'the scenario moves files as an agent does; moves by the user and by git are in the tests',
  },
  {
    id: 'RV-05',
    what: 'restarts during the review',
    tests: [
      'process/agent/review/crashRecovery',
      'process/agent/review/storage/reviewJournal',
      'e2e/reviewCrash',
    ],
    limits:
      'no scenario: scenarios end the agent, not the host; `npm run test:random -- --kill` does',
  },
  {
    id: 'RV-06',
    what: 'decisions that cannot be undone',
    tests: [
      'unit/core/review/model/undo',
      'unit/core/review/model/nestedUndo',
      'process/agent/snapshot/restore',
      'process/agent/checkpoint/checkpoints',
    ],
    limits:
      'no scenario: after each one everything is rejected, but nothing undone; random users do that in `npm run test:random`',
  },
  {
    id: 'RV-07',
    what: 'texts that are hard to compare',
    tests: ['unit/core/diff/lineDiff', 'unit/core/diff/sparseDiff', 'process/agent/diff/differ'],
  },
  {
    id: 'RV-08',
    what: 'diffs of the agent that are not true',
    tests: [
      'page/permissionContent > says that a diff is what the agent claims',
      'process/agent/review/filePermissions',
    ],
  },
  {
    id: 'RV-09',
    what: 'characters that hide what is written',
    tests: [
      'unit/core/text/visibleLine',
      'page/decisions > shows the end of a long line and hidden characters',
    ],
  },
];

/** Commands that agents run through the client. */
export const terminalRows: readonly CatalogRow[] = [
  {
    id: 'TM-01',
    what: 'endless output',
    tests: [
      'process/agent/terminal/terminalOutput',
      'process/agent/terminal/outputFlow',
      'process/agent/terminal/terminals > 50 MB',
    ],
  },
  {
    id: 'TM-02',
    what: 'escape sequences',
    tests: ['unit/core/terminal/outputSanitizer', 'unit/webview/transcript/terminal/ansiScreen'],
  },
  {
    id: 'TM-03',
    what: 'arguments that a shell would run',
    tests: ['unit/core/terminal/commandLine', 'process/agent/terminal/terminals'],
  },
  {
    id: 'TM-04',
    what: 'variables and folders that change what a command does',
    tests: ['unit/core/terminal/riskyVariables', 'process/agent/terminal/terminals > asks before'],
  },
  {
    id: 'TM-05',
    what: 'programs that were planted in the workspace',
    tests: [
      'process/agent/process/resolveCommand',
      'process/agent/terminal/terminals > does not start a program from the workspace',
    ],
  },
  {
    id: 'TM-06',
    what: 'terminals that are not ended, and those of others',
    tests: ['process/agent/terminal/terminals'],
  },
  {
    id: 'TM-07',
    what: 'terminals that are shown after their end',
    tests: [
      'process/agent/terminal/terminals > even after its release',
      'unit/webview/transcript/terminal/terminalBox.test.tsx',
    ],
  },
];

/** The chat page. */
export const webviewRows: readonly CatalogRow[] = [
  {
    id: 'WV-01',
    what: 'scripts in texts of agents',
    tests: [
      'unit/webview/transcript/hostileEntries.test.tsx',
      'unit/webview/markdown/markdownView.test.tsx',
      'page/chatPage > runs and loads nothing',
    ],
  },
  {
    id: 'WV-02',
    what: 'the content security policy',
    tests: ['page/chatPage > runs and loads nothing'],
  },
  {
    id: 'WV-03',
    what: 'requests to the network',
    tests: [
      'page/chatPage > runs and loads nothing',
      'unit/webview/markdown/markdownView.test.tsx > loads no remote image',
    ],
  },
  {
    id: 'WV-04',
    what: 'links that deceive',
    tests: [
      'unit/webview/markdown/linkTarget',
      'unit/core/text/webHost',
      'unit/core/chat/linkTarget',
      'host/vscode/files/openLink > a link in the conversation',
    ],
  },
  { id: 'WV-05', what: 'forged messages of the page', tests: ['unit/vscode/chat/parseMessages'] },
  {
    id: 'WV-06',
    what: 'pictures that are huge or something else',
    tests: ['unit/core/prompt/media/sniffImage', 'unit/webview/media/sniffRasterImage'],
  },
  {
    id: 'WV-07',
    what: 'Markdown and code that are slow to show',
    tests: [
      'unit/webview/markdown/incrementalMarkdown.test.tsx',
      'unit/webview/code/splitForHighlighting',
      'unit/webview/code/highlighter',
    ],
  },
  {
    id: 'WV-08',
    what: 'a page that lives for long',
    tests: ['unit/webview/state/viewState', 'page/scrolling', 'page/sameAfterReset'],
    limits: 'hours of use are measured by `npm run bench`, not here',
  },
];
