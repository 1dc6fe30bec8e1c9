import type { CatalogRow } from './catalogRow.ts';

/** Permissions and settings. */
export const permissionRows: readonly CatalogRow[] = [
  {
    id: 'PM-01',
    what: 'questions that nobody answers',
    tests: [
      'process/agent/session/pendingPermissions',
      'process/agent/connection/agentCrash > has all its requests answered',
    ],
  },
  {
    id: 'PM-02',
    what: 'questions that do not say what is done',
    tests: [
      'process/agent/requests/workspaceRequests',
      'process/agent/remote/remoteAccess',
      'e2e/clientRequests > waits for the decision',
    ],
    limits: 'what an agent does without the client cannot be asked about',
  },
  {
    id: 'PM-03',
    what: 'hidden parts of a question',
    tests: [
      'unit/core/permission/revealText',
      'page/permissionContent',
      'page/chatPage > keeps its buttons and both ends',
    ],
  },
  {
    id: 'PM-04',
    what: 'options that are named wrongly',
    tests: [
      'unit/webview/transcript/requests/choiceButtons',
      'unit/agent/requests/permissionRequest',
    ],
  },
  {
    id: 'PM-05',
    what: 'clicks and keys that were meant for something else',
    tests: [
      'page/chatPage > ignores clicks in its first half second',
      'page/permissionKeys',
      'page/decisions > ignores clicks',
    ],
  },
  {
    id: 'PM-06',
    what: 'a flood of questions',
    tests: ['process/agent/session/pendingPermissions'],
  },
  {
    id: 'PM-07',
    what: 'commands that get around rules',
    tests: [
      'unit/core/permission/permissionRules',
      'unit/core/permission/shellCommands',
      'unit/core/permission/commandSpellings',
      'unit/core/permission/commandPattern',
      'unit/core/permission/decisions',
      'unit/core/permission/evasions',
      'unit/core/permission/hiddenCommands',
      'unit/core/permission/recordedRequests',
      'process/agent/permission/rulePolicy',
    ],
    limits: 'no scenario: the recorded requests of real agents are decided in unit tests instead',
  },
  {
    id: 'PM-08',
    what: 'settings of a workspace',
    tests: [
      'unit/vscode/settingsSchema',
      'unit/project/manifest',
      'host/vscode/settings > the settings of a workspace',
      'e2e/agents > cannot configure a program',
    ],
  },
  { id: 'PM-09', what: 'workspaces that are not trusted', tests: ['e2e/agents > Restricted Mode'] },
  {
    id: 'PM-10',
    what: 'approvals that outlive what was approved',
    tests: [
      'unit/core/review/proposals/approvedWrites',
      'process/agent/remote/remoteAccess > are stored per origin',
    ],
    limits:
      'agents are approved by writing them into the user settings, which a workspace cannot change',
  },
];

/** Secrets. */
export const secretRows: readonly CatalogRow[] = [
  {
    id: 'SE-01',
    what: 'stored keys',
    tests: [
      'process/agent/authentication/performSignIn > an API key',
      'e2e/signIn > which is not shown',
    ],
  },
  {
    id: 'SE-02',
    what: 'keys in logs and traces',
    tests: [
      'unit/core/redaction/redact',
      'unit/core/redaction/outputRedactor',
      'unit/core/redaction/base64Spellings',
      'unit/core/traffic/trafficLog',
      'unit/core/traffic/splitSecrets',
    ],
  },
  {
    id: 'SE-03',
    what: 'variables that agents inherit',
    tests: [
      'unit/core/catalog/agentKeys',
      'process/agent/process/startAgent',
      'process/agent/process/loginEnvironment',
    ],
  },
  {
    id: 'SE-04',
    what: 'files that hold secrets',
    tests: ['unit/core/files/sensitivity', 'process/agent/files/pathGuard'],
  },
  {
    id: 'SE-05',
    what: 'keys in exports, errors and temporary files',
    tests: [
      'unit/core/export/exportText',
      'host/vscode/history/knownSecrets > the secrets that an export hides',
      'host/vscode/files/writePrivateFile > can be read by the current user only',
      'process/agent/disk/ensurePrivateFolder',
    ],
  },
  {
    id: 'SE-06',
    what: 'agents that ask for secrets',
    tests: [
      'process/agent/requests/elicitation',
      'unit/core/session/forms/parseForm',
      'unit/core/session/wire/signInMethods',
    ],
  },
];

/** What is installed. */
export const supplyRows: readonly CatalogRow[] = [
  {
    id: 'SC-01',
    what: 'hostile entries of the registry',
    tests: ['unit/core/catalog/registry', 'unit/core/catalog/rebuildIcon'],
  },
  {
    id: 'SC-02',
    what: 'archives that were changed',
    tests: ['process/agent/catalog/archive/unpackArchive', 'process/agent/catalog/installAgent'],
  },
  {
    id: 'SC-03',
    what: 'versions that change',
    tests: ['process/agent/catalog/installNpmPackage', 'process/agent/catalog/agentCatalog'],
  },
  {
    id: 'SC-04',
    what: 'what the package contains',
    tests: ['e2e/package', 'unit/project/manifest'],
  },
  {
    id: 'SC-05',
    what: 'dependencies',
    tests: [
      'unit/project/manifest > pins every version',
      'unit/project/architectureDoc',
      'unit/harness/audit/auditReport',
      'e2e/package > SBOM',
    ],
    limits:
      '`npm run test:audit` needs a registry with advisories, which the one of the tests is not',
  },
  {
    id: 'SC-06',
    what: 'the release pipeline',
    tests: ['unit/project/workflows', 'e2e/package > is the same to the byte'],
    limits:
      'the actions of GitHub itself are named by tag, because their commits cannot be looked up without GitHub; the pipeline has not run',
  },
];

/** Vulnerabilities that were found in earlier versions. */
export const vulnerabilityRows: readonly CatalogRow[] = [
  {
    id: 'V1',
    what: 'commands, writes and secrets for remote agents',
    tests: ['process/agent/remote/remoteAccess'],
    limits: 'no scenario: scenarios start a local process, and the tests talk to a server',
  },
  {
    id: 'V2',
    what: 'programs that a repository names',
    tests: [
      'process/agent/git/startsNoProgram',
      'process/agent/git/userRepository',
      'process/agent/snapshot/git/captureTree > an untrusted repository',
    ],
  },
  {
    id: 'V3',
    what: 'texts that become links to commands',
    tests: ['unit/core/text/notificationText', 'e2e/signIn > sees no link'],
  },
  {
    id: 'V4',
    what: 'rejections through links',
    tests: ['process/agent/files/userFiles', 'process/agent/snapshot/restore > through a link'],
    limits:
      'no scenario: after each one every file must be as before, and a rejection through a link is refused instead',
  },
  {
    id: 'V5',
    what: 'settings that a workspace weakens',
    tests: ['unit/vscode/settingsSchema', 'host/vscode/settings > do not weaken the review'],
  },
  {
    id: 'V6',
    what: 'agents that are taken from the workspace',
    tests: [
      'process/agent/process/runnerFolder',
      'unit/core/catalog/packageRunner',
      'process/agent/process/resolveCommand',
      'process/agent/authentication/resolveSignInProgram',
      'process/agent/catalog/agentCatalog > not those in the workspace',
    ],
    limits: 'no scenario: it is about what starts an agent, and scenarios begin with one that runs',
  },
  { id: 'V7', what: 'requests outside a turn', tests: ['process/agent/requests/requestGate'] },
  { id: 'V8', what: 'questions that mislead', tests: ['page/permissionContent'] },
  {
    id: 'V9',
    what: 'addresses, session ids, mentions, protected files, slow highlighting, memory, redaction, file modes',
    tests: [
      'unit/core/text/webHost',
      'process/agent/journal/journalFolder',
      'process/agent/session/conversation',
      'unit/core/prompt/mention/isOpenableUri',
      'unit/core/files/sensitivity',
      'unit/core/files/protectedNames',
      'unit/core/files/packageScripts',
      'process/agent/files/pathGuard',
      'process/agent/files/agentFiles',
      'unit/webview/code/splitForHighlighting',
      'unit/core/redaction/redact',
      'unit/core/redaction/base64Spellings',
      'unit/core/redaction/outputRedactor',
      'unit/core/catalog/agentKeys',
      'host/vscode/files/writePrivateFile > can be read by the current user only',
    ],
  },
];
