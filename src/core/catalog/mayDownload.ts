/** Whether a command fetches the program it names from the network if it is not here yet, and so may take minutes. */
export function mayDownload(command: string, args: readonly string[]): boolean {
  const [name = ''] = (command.split(/[/\\]/).at(-1) ?? '').toLowerCase().split('.');
  return ALWAYS.has(name) || args.some(arg => WITH.get(name)?.includes(arg));
}

const ALWAYS: ReadonlySet<string> = new Set(['bunx', 'npx', 'pnpx', 'uvx']);

const WITH: ReadonlyMap<string, readonly string[]> = new Map([
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
