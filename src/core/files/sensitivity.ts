import { localizable } from '../l10n.ts';

/** Why access to a file needs the user's consent: it can run code, or it contains secrets. */
export type Sensitivity =
  | { readonly kind: 'runs code'; readonly what: string }
  | { readonly kind: 'secret'; readonly what: string };

/**
 * Whether a file can run code or contains secrets, judged by the segments of its path. The result is the same for files that
 * do not exist yet, and for every spelling that a file system may treat as equal.
 */
export function getSensitivity(names: readonly string[]): Sensitivity | undefined {
  const path = `/${names.map(normalizeName).join('/')}`;
  const secret = SECRETS.find(([, pattern]) => pattern.test(path));
  if (secret) {
    return { kind: 'secret', what: secret[0] };
  }
  const code = RUNS_CODE.find(([, pattern]) => pattern.test(path));
  return code && { kind: 'runs code', what: code[0] };
}

/**
 * Removes everything that some file system ignores: case, width, Unicode form, invisible characters, trailing dots and
 * spaces, streams. In doubt names are equal, because asking once more does no harm.
 */
function normalizeName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}|\p{Cf}/gu, '')
    .toLowerCase()
    .replace(/:.*$/s, '')
    .replace(/[.\s]+$/, '')
    .trimStart();
}

type Named = readonly [what: string, pattern: RegExp];

/** Matches a folder of this name anywhere in the path, and the folder itself. */
const folder = (...names: readonly string[]): RegExp => new RegExp(`/(?:${either(names)})(?:/|$)`);
/** Matches a file of this name in any folder. */
const file = (...names: readonly string[]): RegExp => new RegExp(`/(?:${either(names)})$`);
/** `*` matches anything within a name; all other characters are literal. */
const either = (names: readonly string[]): string =>
  names
    .map(name => name.replaceAll(/[.+$()[\]{}^|\\]/g, '\\$&').replaceAll('*', '[^/]*'))
    .join('|');

const SECRETS: readonly Named[] = [
  [localizable('environment file'), file('.env', '.env.*', '.env-*', '.env_*', '.envrc', '*.env')],
  [
    localizable('private key'),
    file('*.pem', '*.key', '*.p12', '*.pfx', '*.ppk', '*.jks', '*.keystore', '*.p8'),
  ],
  [localizable('private key'), /\/id_(?:[^/.]+|(?:rsa|dsa|ecdsa|ed25519)[^/]*)$/],
  [
    localizable('password store'),
    file('*.kdbx', '.netrc', '_netrc', '.pgpass', '.my.cnf', '.htpasswd'),
  ],
  [
    localizable('credentials'),
    file(
      'credentials',
      'credentials.json',
      'credentials.y*ml',
      'credentials.toml',
      'credentials.ini',
      'credentials.csv',
      'credentials.xml',
      '.credentials*',
      '*credentials.json',
      '.git-credentials',
      '.npmrc',
      '.pypirc',
      '.dockercfg',
      '.vault-token',
      'service-account*.json',
      'service_account*.json',
      'secrets.json',
      'secrets.y*ml',
      'secrets.toml',
      'terraform.tfstate*',
      '*.tfvars',
    ),
  ],
  [
    localizable('keys and credentials'),
    folder('.ssh', '.gnupg', '.aws', '.azure', '.kube', '.docker', '.config/gcloud'),
  ],
  [localizable('system passwords'), /^\/etc\/(?:shadow|gshadow|sudoers)/],
  // On a Windows drive `ENV~1` may be `.env`. Only `GIT~1` says which file it is.
  [
    localizable('short name for another file'),
    /\/(?!git~)[^/.~]{1,6}~\d{1,3}(?:\.[^/.]{0,3})?(?:\/|$)/,
  ],
];

const RUNS_CODE: readonly Named[] = [
  [
    localizable('editor settings, tasks, and launch configurations'),
    folder('.vscode', '.vscode-*', '.cursor', '.idea', '.zed', '.fleet', '.vs'),
  ],
  [localizable('workspace file'), file('*.code-workspace')],
  [
    localizable('git hooks and configuration'),
    folder('.git', '*.git', 'git~*', '.hg', '.svn', '.jj', '.sl'),
  ],
  [
    localizable('git hooks and configuration'),
    file('.gitconfig', '.gitmodules', '.gitattributes', '.hgrc'),
  ],
  // A folder with `HEAD`, `objects` and `refs` is a repository whose configuration can name programs.
  [localizable('git hooks and configuration'), file('head', 'commondir')],
  [
    localizable('hooks'),
    /\/hooks\/(?:(?:pre|post)-[a-z-]+|applypatch-msg|commit-msg|prepare-commit-msg|update|push-to-checkout|fsmonitor-watchman|reference-transaction|sendemail-validate|proc-receive)$/,
  ],
  [localizable('hooks'), folder('.husky', '.githooks', '.git-hooks', '.lefthook')],
  [
    localizable('hooks'),
    file(
      'lefthook.y*ml',
      '.lefthook.y*ml',
      '.pre-commit-config.y*ml',
      '.huskyrc*',
      '.overcommit.yml',
    ),
  ],
  [
    localizable('CI pipeline'),
    folder(
      '.github',
      '.gitlab',
      '.circleci',
      '.buildkite',
      '.forgejo',
      '.gitea',
      '.woodpecker',
      '.teamcity',
      '.azuredevops',
    ),
  ],
  [
    localizable('CI pipeline'),
    file(
      '.gitlab-ci*.y*ml',
      '.travis.y*ml',
      '*azure-pipelines*.y*ml',
      'jenkinsfile*',
      'bitbucket-pipelines.y*ml',
      '.drone.y*ml',
      '.appveyor.y*ml',
      'appveyor.y*ml',
      '.woodpecker.y*ml',
      'cloudbuild.y*ml',
      'buildspec.y*ml',
      '.cirrus.y*ml',
      'codemagic.y*ml',
    ),
  ],
  [
    localizable('dev container configuration'),
    folder('.devcontainer', '.devcontainer.json', '.gitpod.y*ml', '.gitpod.dockerfile'),
  ],
  [
    localizable('agent configuration'),
    folder(
      '.claude',
      '.codex',
      '.gemini',
      '.qwen',
      '.opencode',
      '.goose',
      '.kiro',
      '.windsurf',
      '.roo',
      '.cline',
      '.clinerules',
      '.continue',
      '.copilot',
      '.agents',
      '.amp',
      '.factory',
      '.augment',
      '.kimi',
      '.grok',
      '.pi',
      '.qoder',
      '.junie',
      '.trae',
      '.kilocode',
      '.kilo',
      '.mastracode',
      '.nanocoder',
      '.reasonix',
      '.vibe',
      '.crush',
      '.codebuddy',
      '.iflow',
      '.amazonq',
      '.devin',
      '.openhands',
      '.rovodev',
      '.bob',
      '.droid',
      '.tabnine',
      '.accord',
    ),
  ],
  [
    localizable('agent configuration'),
    file(
      '.claude.json',
      'opencode.json*',
      '.goosehints',
      '.cursorrules',
      '.windsurfrules',
      '.aider*',
      'agents*.md',
      'claude*.md',
      'gemini*.md',
      'qwen*.md',
      'iflow*.md',
      'crush*.md',
      'warp.md',
      'kilo.json*',
      'crush.json',
      '.crush.json',
      'agents.config.json',
      '.roomodes',
    ),
  ],
  [
    localizable('MCP servers'),
    file(
      'mcp.json',
      '.mcp.json',
      'mcp*.json',
      '.mcp*.json',
      '*_mcp_*.json',
      'claude_desktop_config.json',
    ),
  ],
  [
    localizable('shell profile'),
    file(
      '.bashrc',
      '.bash_*',
      '.profile',
      '.zshrc',
      '.zshenv',
      '.zprofile',
      '.zlogin',
      '.zlogout',
      '.kshrc',
      '.cshrc',
      '.tcshrc',
      '.login',
      '.logout',
      'config.fish',
      '.inputrc',
      '.xprofile',
      '.xinitrc',
      '.xsession*',
      '.pam_environment',
      '*profile.ps1',
    ),
  ],
  [
    localizable('startup files'),
    folder(
      '.config/autostart',
      'launchagents',
      'launchdaemons',
      '.config/systemd',
      'etc/systemd',
      '.config/fish',
      'cron.d',
      'profile.d',
    ),
  ],
  [
    localizable('editor or debugger startup file'),
    file(
      '.vimrc',
      '.gvimrc',
      '.exrc',
      '.nvimrc',
      '.nvim.lua',
      '.emacs',
      '.dir-locals.el',
      '.gdbinit',
      '.lldbinit',
      '.rprofile',
      '.irbrc',
      '.pythonrc*',
    ),
  ],
  [localizable('npm package programs'), folder('node_modules/.bin')],
  // Yarn loads the one into every program, npm builds with the other when it installs.
  [localizable('npm package programs'), file('.pnp.*cjs', '.pnp.loader.mjs', 'binding.gyp')],
  [
    localizable('runs code when you enter a folder'),
    file('.mise.toml', 'mise.toml', '.tool-versions', '.yarnrc*', '.pnpmfile.*'),
  ],
  [
    localizable('runs code when you enter a folder'),
    /\/(?:\.mise|\.config\/mise|\.cargo|\.yarn|\.mvn)(?:\/|$)/,
  ],
];
