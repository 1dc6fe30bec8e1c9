import { getLauncherName, isPackageRunner } from './packageRunner.ts';

/** Whether a command may download the program that it runs, which can take minutes. */
export const mayDownload = (command: string, args: readonly string[]): boolean =>
  isPackageRunner(command, args) ||
  args.some(arg => DOWNLOADING_SUBCOMMANDS.get(getLauncherName(command))?.includes(arg));

const DOWNLOADING_SUBCOMMANDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['deno', ['run']],
  ['docker', ['run']],
  ['podman', ['run']],
  ['uv', ['run', 'tool']],
]);
