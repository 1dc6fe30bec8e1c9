/** Whether a command may download the program that it runs, which can take minutes. */
export function mayDownload(command: string, args: readonly string[]): boolean {
  const [name = ''] = (command.split(/[/\\]/).at(-1) ?? '').toLowerCase().split('.');
  return (
    DOWNLOADING_COMMANDS.has(name) ||
    args.some(arg => DOWNLOADING_SUBCOMMANDS.get(name)?.includes(arg))
  );
}

const DOWNLOADING_COMMANDS: ReadonlySet<string> = new Set(['bunx', 'npx', 'pnpx', 'uvx']);

const DOWNLOADING_SUBCOMMANDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['bun', ['x']],
  ['deno', ['run']],
  ['docker', ['run']],
  ['npm', ['exec', 'x']],
  ['pipx', ['run']],
  ['pnpm', ['dlx']],
  ['podman', ['run']],
  ['uv', ['run', 'tool']],
  ['yarn', ['dlx']],
]);
