export const POSIX_SHELLS = new Set('sh bash dash ash ksh mksh zsh'.split(' '));

/** Programs that run another program, or a line, which is one of their arguments. */
export const RUNNERS = new Set([
  ...POSIX_SHELLS,
  ...'fish csh tcsh pwsh powershell cmd start eval trap source .'.split(' '),
  ...'sudo doas su runuser pkexec env nohup nice ionice chrt taskset time timeout'.split(' '),
  ...'command builtin exec xargs parallel find fd setsid stdbuf unbuffer flock watch'.split(' '),
  ...'script strace ltrace chroot unshare nsenter systemd-run fakeroot caffeinate'.split(' '),
  ...'busybox toybox ssh sshpass npx bunx uvx wsl winpty rlwrap entr watchexec hyperfine'.split(
    ' ',
  ),
  ...'setpriv prlimit numactl cpulimit choom chronic sem faketime gosu su-exec tini'.split(' '),
  ...'dumb-init xvfb-run dbus-run-session firejail bwrap proxychains proxychains4'.split(' '),
  ...'torsocks cross-env dotenv dotenvx concurrently corepack'.split(' '),
]);

/** What follows these words runs, whatever the program: `npm exec`, `yarn dlx`, `uv run`, `git submodule foreach`. */
export const RUN_WORD = /^(?:exec|dlx|run|foreach|develop|--?exec|--run|--command|--call)$/;
/** Package managers whose subcommand `run` is for scripts of the project, and `x` for any program. */
export const PACKAGE_MANAGERS = new Set(['npm', 'pnpm', 'yarn', 'bun']);

/** Further programs that run any other one if an option says so. */
const RUNS_BY_OPTION = new Set([
  ...'make gmake tar bsdtar rsync scp sftp docker podman kubectl'.split(' '),
  ...'nix nix-shell man less more zip rg sort split go cargo psql mysql sqlite3 wget ctags'.split(
    ' ',
  ),
  ...'gcc g++ cc c++ clang clang++'.split(' '),
]);

/** Programs that run any other one in some subcommands, and with options before the subcommand. */
const RUNS_BY_SUBCOMMAND: Readonly<Record<string, RegExp>> = {
  git: /^(?:archive|bisect|clone|config|difftool|fetch|filter-branch|grep|ls-remote|mergetool|pull|push|rebase|submodule)$/,
  npm: /^(?:exec|x)$/,
  pnpm: /^(?:exec|dlx)$/,
  yarn: /^(?:exec|dlx)$/,
};

/** Programs whose arguments can be a program. */
export const INTERPRETERS =
  /^(?:python[\d.]*|pypy[\d.]*|node|nodejs|deno|bun|ruby|perl|php[\d.]*|lua[\d.]*|tclsh|[gmn]?awk|sed|osascript|gdb|vim?|nvim|emacs|tsx|ts-node)$/;

/**
 * Whether a program with any arguments can run any other program, or if `first` is given, with any arguments after that one.
 */
export function canRunAnyProgram(program: string, first?: string): boolean {
  const name = toProgramName(program).toLowerCase();
  return (
    RUNNERS.has(name) ||
    INTERPRETERS.test(name) ||
    RUNS_BY_OPTION.has(name) ||
    (first !== undefined && canRunBySubcommand(name, first))
  );
}

function canRunBySubcommand(name: string, first: string): boolean {
  const subcommands = RUNS_BY_SUBCOMMAND[name];
  return isSubcommand(first)
    ? (subcommands?.test(first) ?? false) ||
        (RUN_WORD.test(first) && !(first === 'run' && PACKAGE_MANAGERS.has(name)))
    : subcommands !== undefined;
}

/** Whether a first argument says what a program does: `push`, but not `-C` or `a.txt`. */
export const isSubcommand = (word: string): boolean => /^[a-z][\w:-]*$/i.test(word);

export const toProgramName = (program: string): string =>
  (/[^/\\]*$/.exec(program)?.[0] ?? program).replace(/\.(?:exe|com|cmd|bat|ps1)$/i, '');
