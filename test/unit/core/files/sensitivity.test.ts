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
  'QWEN.md',
  'IFLOW.md',
  'CRUSH.md',
  'WARP.md',
  '.kilocode/rules/a.md',
  '.kilo/kilo.json',
  'kilo.json',
  'kilo.jsonc',
  '.mastracode/mcp.json',
  '.nanocoder/commands/a.md',
  'agents.config.json',
  '.reasonix/config.json',
  '.vibe/config.toml',
  '.crush/crush.json',
  'crush.json',
  '.codebuddy/settings.json',
  '.iflow/settings.json',
  '.amazonq/mcp.json',
  '.devin/config.json',
  '.roomodes',
  '.pnp.cjs',
  'binding.gyp',
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

/** What each protected name is called in the question to the user. */
const SUBJECTS: readonly (readonly [subject: string, paths: string])[] = [
  ['environment file', '.env .env.local .env-local .env_local .envrc prod.env'],
  ['private key', 'a.pem a.key a.p12 a.pfx a.ppk a.jks a.keystore a.p8 id_rsa id_dsa.pub id_work'],
  ['password store', 'a.kdbx .netrc _netrc .pgpass .my.cnf .htpasswd'],
  [
    'credentials',
    'credentials credentials.json credentials.yml credentials.yaml credentials.toml credentials.ini credentials.csv ' +
      'credentials.xml .credentials .credentials.json my-credentials.json .git-credentials .npmrc .pypirc .dockercfg ' +
      '.vault-token service-account-a.json service_account.json secrets.json secrets.yml secrets.toml ' +
      'terraform.tfstate terraform.tfstate.backup prod.tfvars',
  ],
  [
    'keys and credentials',
    '.ssh/a .gnupg/a .aws/a .azure/a .kube/a .docker/a .config/gcloud/a .ssh',
  ],
  ['system passwords', 'etc/shadow etc/gshadow etc/sudoers etc/sudoers.d/a'],
  ['short name for another file', 'ENV~1 ENV~12.LOC a~1/b'],
  [
    'editor settings, tasks, and launch configurations',
    '.vscode/a .vscode-insiders/a .cursor/a .idea/a .zed/a .fleet/a .vs/a .vscode',
  ],
  ['workspace file', 'team.code-workspace'],
  [
    'git hooks and configuration',
    '.git/config bare.git/config git~1/config git~2 .hg/hgrc .svn/a .jj/a .sl/a .gitconfig .gitmodules ' +
      '.gitattributes .hgrc bare/HEAD',
  ],
  [
    'hooks',
    'hooks/pre-commit hooks/post-checkout hooks/applypatch-msg hooks/commit-msg hooks/prepare-commit-msg hooks/update ' +
      'hooks/push-to-checkout hooks/fsmonitor-watchman hooks/reference-transaction hooks/sendemail-validate ' +
      'hooks/proc-receive .husky/a .githooks/a .git-hooks/a .lefthook/a lefthook.yml .lefthook.yaml ' +
      '.pre-commit-config.yaml .huskyrc .huskyrc.js .overcommit.yml',
  ],
  [
    'CI pipeline',
    '.github/a .gitlab/a .circleci/a .buildkite/a .forgejo/a .gitea/a .woodpecker/a .teamcity/a .azuredevops/a ' +
      '.gitlab-ci.yml .gitlab-ci-more.yaml .travis.yml azure-pipelines.yml my-azure-pipelines-2.yaml Jenkinsfile ' +
      'Jenkinsfile.groovy bitbucket-pipelines.yml .drone.yml .appveyor.yml appveyor.yaml .woodpecker.yml ' +
      'cloudbuild.yaml buildspec.yml .cirrus.yml codemagic.yaml',
  ],
  [
    'dev container configuration',
    '.devcontainer/a .devcontainer.json .gitpod.yml .gitpod.yaml .gitpod.Dockerfile',
  ],
  [
    'agent configuration',
    '.claude/a .codex/a .gemini/a .qwen/a .opencode/a .goose/a .kiro/a .windsurf/a .roo/a .cline/a .clinerules ' +
      '.continue/a .copilot/a .agents/a .amp/a .factory/a .augment/a .kimi/a .grok/a .pi/a .qoder/a .junie/a .trae/a ' +
      '.accord/a .claude.json opencode.json opencode.jsonc .goosehints .cursorrules .windsurfrules .aider.conf.yml ' +
      'AGENTS.md AGENTS.override.md CLAUDE.md CLAUDE.local.md GEMINI.md',
  ],
  [
    'MCP servers',
    'mcp.json .mcp.json mcp-servers.json .mcp.local.json my_mcp_servers.json claude_desktop_config.json',
  ],
  [
    'shell profile',
    '.bashrc .bash_login .profile .zshrc .zshenv .zprofile .zlogin .zlogout .kshrc .cshrc .tcshrc .login .logout ' +
      'config.fish .inputrc .xprofile .xinitrc .xsessionrc .pam_environment Microsoft.PowerShell_profile.ps1',
  ],
  [
    'startup files',
    '.config/autostart/a Library/LaunchAgents/a Library/LaunchDaemons/a .config/systemd/a etc/systemd/a ' +
      '.config/fish/a etc/cron.d/a etc/profile.d/a',
  ],
  [
    'editor or debugger startup file',
    '.vimrc .gvimrc .exrc .nvimrc .nvim.lua .emacs .dir-locals.el .gdbinit .lldbinit .Rprofile .irbrc .pythonrc.py',
  ],
  ['npm package programs', 'node_modules/.bin/tsc'],
  [
    'runs code when you enter a folder',
    '.mise.toml mise.toml .tool-versions .yarnrc .yarnrc.yml .pnpmfile.cjs .mise/a .config/mise/a .cargo/a .yarn/a ' +
      '.mvn/a',
  ],
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
  'a.pem.md',
  'src/my-id_rsa.ts',
  'etcetera/shadow',
  'home/etc/shadow',
  'hooks/pre-commit.md',
  'src/hooks/updates',
  'mcp/json.ts',
  'src/.husky.ts',
  'a~1b',
  'github/workflows/ci.yml',
  'profiles.d/a',
];

/** Spellings of a name that some file system or program treats as the same name. */
const SPELLINGS: readonly [string, (path: string) => string][] = [
  ['upper case', path => path.toUpperCase()],
  ['an invisible character', path => path.replaceAll('.', '.\u200D')],
  ['a soft hyphen at the end', path => `${path}\u00AD`],
  ['wide letters', path => path.replaceAll(/[a-z]/g, wide)],
  ['dots and blanks at the end', path => `${path}. .`],
  ['a stream', path => `${path}::$DATA`],
  ['a stream with a line break', path => `${path}:a\nb`],
  ['blanks before the name', path => path.replaceAll(/[^/]+/g, ' $&')],
  ['a variation selector', path => `${path.slice(0, 2)}\uFE0F${path.slice(2)}`],
];

const wide = (letter: string): string =>
  String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0x61 + 0xff41);

describe('getSensitivity', () => {
  it.each(RUNS_CODE)('%s can run code', path => expect(kindOf(path)).toBe('runs code'));
  it.each(SECRETS)('%s keeps secrets', path => expect(kindOf(path)).toBe('secret'));
  it.each(SUBJECTS)('calls its subject %j', (subject, paths) => {
    for (const path of paths.split(' ')) {
      expect(getSensitivity(path.split('/'))?.what, path).toBe(subject);
    }
  });

  it.each(PLAIN)('%s is a file like any other', path => expect(kindOf(path)).toBeUndefined());

  it.each(SPELLINGS)('is not deceived by %s', (_, spell) => {
    for (const path of [...RUNS_CODE, ...SECRETS]) {
      expect(kindOf(spell(path)), spell(path)).toBe(kindOf(path));
    }
  });
});
