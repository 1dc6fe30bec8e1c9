/**
 * Whether a variable changes how programs are found, loaded or connected. Only the user may set those, because a registry
 * could use them to run other code than the program it names.
 */
export function affectsProgramLoading(name: string): boolean {
  const upper = name.toUpperCase();
  return NAMES.has(upper) || PREFIXES.some(prefix => upper.startsWith(prefix));
}

const NAMES: ReadonlySet<string> = new Set([
  'ALL_PROXY',
  'APPDATA',
  'BASH_ENV',
  'CDPATH',
  'CLASSPATH',
  'COMSPEC',
  'CURL_CA_BUNDLE',
  'ENV',
  'FTP_PROXY',
  'GCONV_PATH',
  'HOME',
  'HTTPS_PROXY',
  'HTTP_PROXY',
  'IFS',
  'JDK_JAVA_OPTIONS',
  'LOCALAPPDATA',
  'LOCPATH',
  'MALLOC_CONF',
  'NO_PROXY',
  'PATH',
  'PATHEXT',
  'PROMPT_COMMAND',
  'PS4',
  'REQUESTS_CA_BUNDLE',
  'SHELL',
  'SHELLOPTS',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'TMPDIR',
  'USERPROFILE',
  'WINDIR',
  'ZDOTDIR',
  '_JAVA_OPTIONS',
]);

const PREFIXES: readonly string[] = [
  'ACCORD_',
  'BUN_',
  'COREPACK_',
  'DENO_',
  'DYLD_',
  'ELECTRON_',
  'GIT_',
  'GLIBC_',
  'JAVA_TOOL_',
  'LD_',
  'LUA_',
  'NODE_',
  'NPM_',
  'OPENSSL_',
  'PERL',
  'PIP_',
  'PNPM_',
  'PYTHON',
  'RUBY',
  'SSH_',
  'SSL_',
  'UV_',
  'VSCODE_',
  'XDG_',
  'YARN_',
];
