/**
 * Returns the variables that make common programs load or start other code. Setting one is equivalent to running code, so
 * the user is asked.
 */
export function riskyVariables(
  names: readonly string[],
  values: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  return names.filter(name => {
    const upper = name.toUpperCase();
    return RISKY.test(upper) && !COSMETIC.test(`${upper}=${values[name] ?? ''}`);
  });
}

/** Exceptions that only change the appearance of output; Grok sends them with every command. */
const COSMETIC = new RegExp(
  `^(?:${[
    'NPM_CONFIG_(?:PROGRESS|COLOR|FUND|AUDIT|UPDATE_NOTIFIER)=\\w*',
    'PIP_(?:PROGRESS_BAR|NO_COLOR|NO_INPUT|DISABLE_PIP_VERSION_CHECK)=\\w*',
    'MAVEN_OPTS=-Dstyle\\.color=\\w*',
    'GRADLE_OPTS=-Dorg\\.gradle\\.console=\\w*',
  ].join('|')})$`,
);

const RISKY = new RegExp(
  `^(?:${[
    'LD_.*',
    'DYLD_.*',
    'NODE_(?:OPTIONS|PATH|REPL_EXTERNAL_MODULE)',
    'ELECTRON_.*',
    'PATH',
    'PATHEXT',
    'COMSPEC',
    'SHELL',
    'IFS',
    'ENV',
    'BASH_ENV',
    'BASH_FUNC_.*',
    'BASHOPTS',
    'SHELLOPTS',
    'PS4',
    'PROMPT_COMMAND',
    'ZDOTDIR',
    'HOME',
    'USERPROFILE',
    'XDG_CONFIG_.*',
    'GIT_(?!AUTHOR|COMMITTER|PAGER|TERMINAL_PROMPT|OPTIONAL_LOCKS|TRACE|MERGE_AUTOEDIT).*',
    'SSH_ASKPASS',
    'SUDO_ASKPASS',
    'EDITOR',
    'VISUAL',
    'BROWSER',
    'LESSOPEN',
    'LESSCLOSE',
    'MANPAGER',
    'PYTHON(?:STARTUP|PATH|HOME|INSPECT|BREAKPOINT|WARNINGS|EXECUTABLE)',
    'PERL5?(?:OPT|LIB|DB)',
    'RUBY(?:OPT|LIB)',
    'JAVA_TOOL_OPTIONS',
    '_?JAVA_OPTIONS',
    'JDK_JAVA_OPTIONS',
    'MAVEN_OPTS',
    'GRADLE_OPTS',
    'CLASSPATH',
    'R_PROFILE.*',
    'LUA_(?:INIT|PATH|CPATH).*',
    'PHPRC',
    'PHP_INI_SCAN_DIR',
    'CARGO_(?:BUILD_)?(?:RUSTC|RUSTFLAGS).*',
    'RUSTC(?:_WRAPPER)?',
    'RUSTFLAGS',
    'GOFLAGS',
    'CC',
    'CXX',
    'CFLAGS',
    'MAKEFLAGS',
    'NPM_CONFIG_.*',
    'YARN_.*',
    'PIP_.*',
    'DOTNET_STARTUP_HOOKS',
    'CORECLR_.*',
    'COR_.*',
    'GCONV_PATH',
    'GLIBC_TUNABLES',
    'MALLOC_.*',
    'TERMINFO.*',
    'OPENSSL_(?:CONF|MODULES|ENGINES)',
    'SSL_CERT_.*',
    'NODE_EXTRA_CA_CERTS',
    'NODE_TLS_REJECT_UNAUTHORIZED',
    '(?:HTTPS?|ALL|NO)_PROXY',
  ].join('|')})$`,
);
