import path from 'node:path';
import { PathGuard } from '../../../agent/files/pathGuard.ts';
import { applyToolDiff, type ToolDiff } from '../../../core/files/applyToolDiff.ts';
import type { PermissionEntry } from '../../../core/session/transcript/entry.ts';

/** What a request for permission would make of a file. */
export interface RequestedChange {
  readonly path: string;
  /** The text it would have; nothing if the request does not say enough. */
  readonly make: (now: string | undefined) => string | undefined;
}

/** The changes that a request for permission shows, file by file; none if one of them is not ours to write. */
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
  if (files.length === 0 || !(await areInside(files, roots))) {
    return [];
  }
  return [...byPath].map(([file, changes]) => ({ path: file, make: now => made(now, changes) }));
}

/** Several changes of one file are made one after the other. */
function made(now: string | undefined, changes: readonly ToolDiff[]): string | undefined {
  let text = now;
  for (const change of changes) {
    text = applyToolDiff(text, change);
    if (text === undefined) {
      return undefined;
    }
  }
  return text;
}

/** A file outside the workspace, or one that can run code, is not ours to write without a word. */
async function areInside(files: readonly string[], roots: readonly string[]): Promise<boolean> {
  try {
    const guard = await PathGuard.create({ roots, consent: { ask: async () => 'deny' } });
    await Promise.all(files.map(file => guard.authorize(file, 'write')));
    return true;
  } catch {
    return false; // The question stands in the conversation, to be answered as a whole.
  }
}
