import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { chmod, lutimes, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { SnapshotDifference } from '../../../../src/core/checkpoint/snapshotChange.ts';
import { openSnapshotStore } from '../../../../src/agent/snapshot/openSnapshotStore.ts';
import type { SnapshotStoreOptions } from '../../../../src/agent/snapshot/openSnapshotStore.ts';
import type { SnapshotStore } from '../../../../src/agent/snapshot/model/snapshotStore.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

/** The workspace of a test and its operations. */
export interface Workspace {
  readonly root: string;
  readonly storage: string;
  write(name: string, content: string | Uint8Array): Promise<void>;
  remove(name: string): Promise<void>;
  link(name: string, target: string): Promise<void>;
  chmod(name: string, mode: number): Promise<void>;
  git(...args: readonly string[]): string;
  commit(): void;
  /** Makes files old and refreshes git's index, so that git does not read them again. */
  settle(): Promise<void>;
  open(options?: Partial<SnapshotStoreOptions>): Promise<SnapshotStore>;
}

/** A workspace folder outside git. */
export async function tempWorkspace(): Promise<Workspace> {
  const folder = await temporaryFolder();
  const root = path.join(folder, 'work');
  const storage = path.join(folder, 'storage');
  await mkdir(root);
  return workspaceAt(root, storage);
}

/** A workspace folder that is a fresh repository. */
export async function tempRepo(): Promise<Workspace> {
  const workspace = await tempWorkspace();
  workspace.git('init', '-q', '-b', 'main');
  workspace.git('config', 'core.autocrlf', 'false');
  return workspace;
}

export function workspaceAt(root: string, storage: string): Workspace {
  const at = (name: string): string => path.join(root, name);
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  return {
    root,
    storage,
    write: async (name, content) => {
      await mkdir(path.dirname(at(name)), { recursive: true });
      await writeFile(at(name), content);
    },
    remove: name => rm(at(name), { recursive: true }),
    link: (name, target) => symlink(target, at(name)),
    chmod: (name, mode) => chmod(at(name), mode),
    git,
    commit: () => {
      git('add', '-A');
      git('commit', '-q', '-m', 'a commit');
    },
    settle: async () => {
      const names = git('ls-files', '-z').split('\0').filter(Boolean);
      const hourAgo = Date.now() / 1000 - 3600;
      await Promise.all(names.map(name => lutimes(at(name), hourAgo, hourAgo)));
      git('update-index', '-q', '--refresh');
    },
    open: async options => {
      const snapshots = await openSnapshotStore({ root, storage, ...options });
      onTestFinished(() => snapshots.dispose());
      return snapshots;
    },
  };
}

export const sha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/** The hash, the mode and the link target of every file below a folder. */
export function filesIn(
  root: string,
  leaveOut: readonly string[] = ['.git'],
): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (folder: string): void => {
    for (const name of readdirSync(path.join(root, folder))) {
      const below = path.join(folder, name);
      const stats = lstatSync(path.join(root, below));
      if (stats.isDirectory() && !leaveOut.includes(name)) {
        walk(below);
      } else if (stats.isSymbolicLink()) {
        found[below] = `-> ${readlinkSync(path.join(root, below))}`;
      } else if (stats.isFile() && !leaveOut.includes(name)) {
        found[below] =
          `${(stats.mode & 0o777).toString(8)} ${sha256(readFileSync(path.join(root, below)))}`;
      }
    }
  };
  if (existsSync(root)) {
    walk('');
  }
  return found;
}

/** Changes in short: `modified a.txt`, `renamed a -> b`. */
export const summarize = (changes: readonly SnapshotDifference[]): readonly string[] =>
  changes.map(change =>
    change.kind === 'renamed'
      ? `renamed ${change.from} -> ${change.path}`
      : `${change.kind} ${change.path}`,
  );
