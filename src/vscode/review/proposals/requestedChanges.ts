import path from 'node:path';
import { PathGuard } from '../../../agent/files/pathGuard.ts';
import { applyToolDiff, type ToolDiff } from '../../../core/files/applyToolDiff.ts';
import type { PermissionEntry } from '../../../core/session/transcript/entry.ts';

/** A change of a file that a permission request shows. */
export interface RequestedChange {
  readonly path: string;
  /** Returns the new text; `undefined` if the request does not show enough of it. */
  readonly apply: (now: string | undefined) => string | undefined;
}

/** The changes that a permission request shows, by file. There are none if we may not write one of the files. */
export async function getRequestedChanges(
  { content }: PermissionEntry,
  roots: readonly string[],
): Promise<readonly RequestedChange[]> {
  const byPath = new Map<string, ToolDiff[]>();
  for (const part of content) {
    if (part.kind === 'diff') {
      const file = path.resolve(roots[0] ?? '', part.path);
      byPath.set(file, [...(byPath.get(file) ?? []), part]);
    }
  }
  const files = [...byPath.keys()];
  if (files.length === 0 || !(await areWritable(files, roots))) {
    return [];
  }
  return [...byPath].map(([file, changes]) => ({
    path: file,
    apply: now => applyAll(now, changes),
  }));
}

function applyAll(now: string | undefined, changes: readonly ToolDiff[]): string | undefined {
  let text = now;
  for (const change of changes) {
    text = applyToolDiff(text, change);
    if (text === undefined) {
      return undefined;
    }
  }
  return text;
}

/** Files outside the workspace, and files that can run code, need the user's explicit consent. */
async function areWritable(files: readonly string[], roots: readonly string[]): Promise<boolean> {
  try {
    const guard = await PathGuard.create({ roots, consent: { ask: async () => 'deny' } });
    await Promise.all(files.map(file => guard.authorize(file, 'write')));
    return true;
  } catch {
    return false; // The user answers the request as a whole in the conversation.
  }
}
