import { describe, expect, it } from 'vitest';
import { getSensitivity } from '../../../../src/core/files/sensitivity.ts';

const kindOf = (path: string): string | undefined => getSensitivity(path.split('/'))?.kind;

const RUNS_CODE = [
  '.vscode/settings.json',
  '.vscode/tasks.json',
  '.vscode',
  'pkg/.vscode/launch.json',
  'team.code-workspace',
  '.git/hooks/pre-commit',
  '.git/config',
  '.git',
  'sub/.git/hooks/post-checkout',
  '.gitmodules',
  '.husky/pre-push',
  '.pre-commit-config.yaml',
  'lefthook.yml',
  '.github/workflows/ci.yml',
  '.gitlab-ci.yml',
  'Jenkinsfile',
  '.circleci/config.yml',
  'azure-pipelines.yml',
  '.devcontainer/devcontainer.json',
  '.devcontainer.json',
  '.mcp.json',
  'mcp.json',
  '.cursor/mcp.json',
  '.claude/settings.json',
  '.codex/config.toml',
  '.gemini/settings.json',
  'opencode.json',
  '.bashrc',
  '.zshenv',
  '.profile',
  '.config/fish/config.fish',
  'Documents/PowerShell/Microsoft.PowerShell_profile.ps1',
  '.config/autostart/x.desktop',
  'Library/LaunchAgents/x.plist',
  '.mise.toml',
  '.cargo/config.toml',
  '.yarn/releases/yarn.cjs',
  '.gdbinit',
  '.idea/workspace.xml',
  'AGENTS.md',
  'pkg/AGENTS.md',
  'AGENTS.override.md',
  'CLAUDE.md',
  'CLAUDE.local.md',
  'GEMINI.md',
  '.gitattributes',
  'fixtures/repo.git/config',
  'fixtures/bare/HEAD',
  'fixtures/bare/hooks/post-checkout',
  '.grok/settings.json',
  '.pi/settings.json',
  '.qoder/rules/a.md',
  '.junie/guidelines.md',
  '.trae/rules/project_rules.md',
  '.gitpod.yml',
  'node_modules/.bin/tsc',
  'GIT~1/config',
];

const SECRETS = [
  '.env',
  '.env.local',
  '.env.production',
  'config/prod.env',
  '.envrc',
  'server.pem',
  'tls.key',
  'id_rsa',
  'id_ed25519.pub',
  'id_work',
  '.ssh/config',
  '.aws/credentials',
  'credentials',
  'credentials.json',
  '.git-credentials',
  '.netrc',
  '.npmrc',
  '.pypirc',
  '.kube/config',
  'vault.kdbx',
  'service-account-prod.json',
  'terraform.tfstate',
  'ENV~1',
  'ENV~1.LOC',
  'VSCODE~1/settings.json',
];

const PLAIN = [
  'README.md',
  'src/environment.ts',
  'src/.envelope',
  'id_generator.ts',
  'src/credentials.ts',
  'src/key.ts',
  'git/config',
  'vscode/settings.json',
  '.gitignore',
  '.editorconfig',
  'src/hooks/useThing.ts',
  'package.json',
  'docs/github/workflows.md',
  'fish/salmon.ts',
  'docs/agents.ts',
  'node_modules/a/index.js',
  'src/hooks/preview.ts',
  'notes~',
  'long-file-name~1.txt',
];

/** Spellings of a name that some file system or program treats as the same name. */
const SPELLINGS: readonly [string, (path: string) => string][] = [
  ['upper case', path => path.toUpperCase()],
  ['an invisible character', path => path.replaceAll('.', '.\u200D')],
  ['a soft hyphen at the end', path => `${path}\u00AD`],
  ['wide letters', path => path.replaceAll(/[a-z]/g, wide)],
  ['dots and blanks at the end', path => `${path}. .`],
  ['a stream', path => `${path}::$DATA`],
  ['a variation selector', path => `${path.slice(0, 2)}\uFE0F${path.slice(2)}`],
];

const wide = (letter: string): string =>
  String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0x61 + 0xff41);

describe('getSensitivity', () => {
  it.each(RUNS_CODE)('%s can run code', path => expect(kindOf(path)).toBe('runs code'));
  it.each(SECRETS)('%s keeps secrets', path => expect(kindOf(path)).toBe('secret'));
  it.each(PLAIN)('%s is a file like any other', path => expect(kindOf(path)).toBeUndefined());

  it.each(SPELLINGS)('is not deceived by %s', (_, spell) => {
    for (const path of [...RUNS_CODE, ...SECRETS]) {
      expect(kindOf(spell(path)), spell(path)).toBe(kindOf(path));
    }
  });
});
