import * as vscode from 'vscode';
import { folderUri } from '../../src/core/prompt/mention/uri.ts';
import { createPromptLimits } from '../../src/core/prompt/promptLimits.ts';
import { GitAccess } from '../../src/vscode/context/git/gitAccess.ts';
import { MentionCompletionProvider } from '../../src/vscode/context/completion/mentionCompletionProvider.ts';
import { MentionReader } from '../../src/vscode/context/prompt/mentionReader.ts';
import { RecentMentions } from '../../src/vscode/context/files/recentMentions.ts';
import { WorkspaceFiles } from '../../src/vscode/context/files/workspaceFiles.ts';
import { CaptureStore } from '../../src/agent/context/captureStore.ts';
import { MemoryMemento } from '../host/memoryMemento.ts';

/** The time from each keystroke until the menu answers, after a first round, and what the first answer was. */
export async function typing(
  keystrokes: readonly string[],
  rounds: number,
): Promise<{
  readonly firstMs: number;
  readonly saidIndexing: boolean;
  readonly readyMs: number;
  readonly timesMs: readonly number[];
}> {
  const git = new GitAccess();
  const files = new WorkspaceFiles(git);
  const menu = new MentionCompletionProvider({
    files,
    recentMentions: new RecentMentions(new MemoryMemento(), files),
    git,
    lastCommandLine: () => undefined,
    sessions: () => [],
  });
  const startMs = performance.now();
  const first = await menu.find('');
  const firstMs = performance.now() - startMs;
  await files.ready();
  const readyMs = performance.now() - startMs;
  const timesMs: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    for (const typed of keystrokes) {
      const askedMs = performance.now();
      await menu.find(typed);
      timesMs.push(performance.now() - askedMs);
    }
  }
  files.dispose();
  const saidIndexing = first.indexing;
  return { firstMs, saidIndexing, readyMs, timesMs: timesMs.slice(keystrokes.length) };
}

/** The time that a mention of a folder takes to resolve, and its result. */
export async function folderMention(
  folder: string,
): Promise<{ readonly kind: string; readonly tookMs: number }> {
  const reader = new MentionReader({
    git: new GitAccess(),
    captures: new CaptureStore(folder),
    session: () => Promise.resolve(undefined),
    scaleImage: () => Promise.resolve(undefined),
  });
  const startMs = performance.now();
  const uri = folderUri(vscode.Uri.file(folder).fsPath);
  const { kind } = await reader.read({ kind: 'folder', uri }, createPromptLimits(128));
  return { kind, tookMs: performance.now() - startMs };
}
