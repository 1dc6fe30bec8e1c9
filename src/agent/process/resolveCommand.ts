import { homedir } from 'node:os';
import { join, posix, win32 } from 'node:path';
import { systemProgramFiles } from './programFiles.ts';
import type { ProgramFiles } from './programFiles.ts';
import { resolveShim } from './windowsShim.ts';

/** The environment variables of a process. */
export type ProcessEnvironment = Readonly<Record<string, string>>;

/** Where programs are looked up. */
export interface CommandSearch {
  readonly environment: ProcessEnvironment;
  /** A program that is found by name is never taken from one of these folders. */
  readonly workspaceRoots?: readonly string[];
  readonly platform?: NodeJS.Platform;
  readonly files?: ProgramFiles;
}

/** The full path of a program and its arguments. */
export interface ResolvedProgram {
  readonly program: string;
  readonly args: readonly string[];
}

/** The full path of a program, or the reason why there is none. */
export type ResolvedCommand =
  | ({ readonly kind: 'found' } & ResolvedProgram)
  | { readonly kind: 'missing' | 'relative' }
  | {
      readonly kind: 'folder' | 'notExecutable' | 'onlyInWorkspace' | 'needsShell';
      readonly path: string;
    };

/**
 * Finds the program for a command like a shell, but never in the working directory or the workspace. On Windows a
 * `.cmd` shim is replaced by the program and script behind it.
 */
export async function resolveCommand(
  command: string,
  args: readonly string[],
  search: CommandSearch,
): Promise<ResolvedCommand> {
  const found = isBareName(command)
    ? await findByName(command, search)
    : await checkPath(command, search);
  return found.kind === 'found' && platformOf(search) === 'win32'
    ? throughShim(found.program, args, search)
    : { ...found, ...(found.kind === 'found' && { args }) };
}

/** Expands `~` to the user's home folder, like a shell. */
export const expandHome = (path: string): string =>
  /^~(?:[/\\]|$)/.test(path) ? join(homedir(), path.slice(1)) : path;

async function checkPath(command: string, search: CommandSearch): Promise<ResolvedCommand> {
  const { path, files } = tools(search);
  const full = expandHome(command);
  if (!path.isAbsolute(full)) {
    return { kind: 'relative' };
  }
  const candidates = endingsFor(full, search).map(ending => full + ending);
  let best: ResolvedCommand = { kind: 'missing' };
  for (const candidate of candidates) {
    const kind = await files.getKind(candidate);
    if (kind === 'program') {
      return { kind: 'found', program: candidate, args: [] };
    }
    if (kind !== 'missing') {
      best = { kind, path: candidate };
    }
  }
  return best;
}

async function findByName(name: string, search: CommandSearch): Promise<ResolvedCommand> {
  const { path } = tools(search);
  let best: ResolvedCommand = { kind: 'missing' };
  for (const folder of pathFolders(search)) {
    const found = await checkPath(path.join(folder, name), search);
    const planted = found.kind === 'found' && (await isInWorkspace(folder, search));
    if (found.kind === 'found' && !planted) {
      return found;
    }
    if (found.kind === 'found') {
      best = { kind: 'onlyInWorkspace', path: found.program };
    } else if (found.kind === 'notExecutable' && best.kind === 'missing') {
      best = found;
    }
  }
  return best;
}

/**
 * The environment with a PATH that leads to programs of the user: a script looks up its interpreter there. Folders of
 * the workspace come last, since the user's own version manager may be inside if the workspace is the home folder.
 */
export async function withTrustedPath(search: CommandSearch): Promise<ProcessEnvironment> {
  const { path } = tools(search);
  const key = variableName(search, 'PATH');
  if (key === undefined || search.environment[key] === undefined) {
    return search.environment;
  }
  const folders = await Promise.all(
    pathFolders(search).map(async folder => ({
      folder,
      isPlanted: await isInWorkspace(folder, search),
    })),
  );
  const ordered = [
    ...folders.filter(({ isPlanted }) => !isPlanted),
    ...folders.filter(({ isPlanted }) => isPlanted),
  ];
  return {
    ...search.environment,
    [key]: ordered.map(({ folder }) => folder).join(path.delimiter),
  };
}

/** An empty or relative entry of PATH means the working directory, which is not trusted. */
function pathFolders(search: CommandSearch): string[] {
  const { path } = tools(search);
  return variable(search, 'PATH')
    .split(path.delimiter)
    .map(entry => entry.replaceAll(/^"|"$/g, ''))
    .filter(entry => path.isAbsolute(entry));
}

async function isInWorkspace(folder: string, search: CommandSearch): Promise<boolean> {
  const { path, files } = tools(search);
  const folders = [folder, await files.realPath(folder)];
  const roots = search.workspaceRoots ?? [];
  const allRoots = [...roots, ...(await Promise.all(roots.map(root => files.realPath(root))))];
  return allRoots.some(root =>
    folders.some(candidate => {
      const relativePath = path.relative(root, candidate);
      return (
        relativePath !== '..' &&
        !relativePath.startsWith(`..${path.sep}`) &&
        !path.isAbsolute(relativePath)
      );
    }),
  );
}

async function throughShim(
  program: string,
  args: readonly string[],
  search: CommandSearch,
): Promise<ResolvedCommand> {
  if (!/\.(cmd|bat)$/i.test(program)) {
    return { kind: 'found', program, args };
  }
  const { files } = tools(search);
  const target = resolveShim(program, await files.readHead(program));
  switch (target.kind) {
    case 'program':
      return { kind: 'found', program: target.program, args: [...target.args, ...args] };
    case 'script': {
      const node = await nodeFor(target.node, search);
      return node
        ? { kind: 'found', program: node, args: [target.script, ...args] }
        : { kind: 'missing' };
    }
    case 'unknown':
      return { kind: 'needsShell', path: program };
  }
}

/** A shim prefers the Node next to it. */
async function nodeFor(beside: string, search: CommandSearch): Promise<string | undefined> {
  if ((await tools(search).files.getKind(beside)) === 'program') {
    return beside;
  }
  const found = await findByName('node.exe', search);
  return found.kind === 'found' ? found.program : undefined;
}

function endingsFor(path: string, search: CommandSearch): readonly string[] {
  if (platformOf(search) !== 'win32') {
    return [''];
  }
  const known = (variable(search, 'PATHEXT') || '.COM;.EXE;.BAT;.CMD').toLowerCase().split(';');
  return known.some(ending => ending && path.toLowerCase().endsWith(ending)) ? [''] : known;
}

function variable(search: CommandSearch, name: string): string {
  const key = variableName(search, name);
  return (key && search.environment[key]) ?? '';
}

const variableName = (search: CommandSearch, name: string): string | undefined =>
  platformOf(search) === 'win32'
    ? Object.keys(search.environment).find(one => one.toUpperCase() === name)
    : name;

const isBareName = (command: string): boolean => !/[/\\]/.test(command);

const platformOf = (search: CommandSearch): NodeJS.Platform => search.platform ?? process.platform;

const tools = (search: CommandSearch): { path: typeof posix; files: ProgramFiles } => ({
  path: platformOf(search) === 'win32' ? win32 : posix,
  files: search.files ?? systemProgramFiles,
});
