/** Guard code whose tests are checked by mutating it: each mutation must make a test fail. */
export interface MutationGroup {
  readonly name: string;
  /** The code that is mutated. */
  readonly mutate: readonly string[];
  /** The tests that must detect the mutations. */
  readonly tests: readonly string[];
}

export const mutationGroups: readonly MutationGroup[] = [
  {
    name: 'path guard',
    mutate: [
      'src/agent/files/bareRepository.ts',
      'src/agent/files/pathConsent.ts',
      'src/agent/files/pathGuard.ts',
      'src/agent/files/pinnedFolder.ts',
      'src/agent/files/resolveRealPath.ts',
      'src/core/files/isInside.ts',
      'src/core/files/normalizePath.ts',
      'src/core/files/packageScripts.ts',
      'src/core/files/pathStyle.ts',
      'src/core/files/sensitivity.ts',
    ],
    tests: [
      'test/process/agent/files/pathConsent.test.ts',
      'test/process/agent/files/pathGuard.test.ts',
      'test/process/agent/files/pathGuardRoots.test.ts',
      'test/process/agent/files/pinnedFolder.test.ts',
      'test/process/agent/files/resolveRealPath.test.ts',
      'test/unit/core/files/isInside.test.ts',
      'test/unit/core/files/normalizePath.test.ts',
      'test/unit/core/files/packageScripts.test.ts',
      'test/unit/core/files/protectedNames.test.ts',
      'test/unit/core/files/sensitivity.test.ts',
    ],
  },
  {
    name: 'permission rules',
    mutate: [
      'src/agent/permission/rulePolicy.ts',
      'src/agent/requests/consentByRules.ts',
      'src/agent/requests/requestGate.ts',
      'src/core/permission/*.ts',
    ],
    tests: [
      'test/process/agent/permission/resolvedPaths.test.ts',
      'test/unit/agent/requests/requestGate.test.ts',
      'test/unit/core/permission/*.test.ts',
    ],
  },
  {
    name: 'git runner',
    mutate: [
      'src/agent/git/gitRunner.ts',
      'src/agent/git/isolatedGit.ts',
      'src/agent/git/programSettings.ts',
      'src/agent/git/userRepository.ts',
    ],
    tests: [
      'test/process/agent/git/gitRunner.test.ts',
      'test/process/agent/git/programSettings.test.ts',
      'test/process/agent/git/userRepository.test.ts',
    ],
  },
  {
    name: 'wire filter',
    mutate: [
      'src/agent/wire/agentStream.ts',
      'src/agent/wire/lineDecoder.ts',
      'src/agent/wire/messageFilter.ts',
      'src/agent/wire/parseLine.ts',
    ],
    tests: ['test/process/agent/wire/*.test.ts', 'test/unit/agent/wire/*.test.ts'],
  },
  {
    name: 'redaction',
    mutate: ['src/core/redaction/*.ts', 'src/core/traffic/splitSecrets.ts'],
    tests: ['test/unit/core/redaction/*.test.ts', 'test/unit/core/traffic/splitSecrets.test.ts'],
  },
  {
    name: 'link checks',
    mutate: [
      'src/core/chat/linkTarget.ts',
      'src/core/prompt/mention/isOpenableUri.ts',
      'src/core/text/notificationText.ts',
      'src/core/text/visibleLine.ts',
      'src/core/text/webHost.ts',
      'src/webview/markdown/linkTarget.ts',
    ],
    tests: [
      'test/unit/core/chat/linkTarget.test.ts',
      'test/unit/core/prompt/mention/isOpenableUri.test.ts',
      'test/unit/core/text/*.test.ts',
      'test/unit/webview/markdown/linkTarget.test.ts',
    ],
  },
];
