import * as vscode from 'vscode';
import type { SessionChangeEvent } from '../../agent/session/sessions.ts';
import type { FileAccessEvent } from '../../agent/requests/workspaceRequests.ts';
import type { Event } from '../../core/event.ts';
import { getPathStyle } from '../../core/files/pathStyle.ts';
import { normalizePath } from '../../core/files/normalizePath.ts';
import type { ToolLocation } from '../../core/session/transcript/entry.ts';
import type { TranscriptPatch } from '../../core/session/transcript/transcript.ts';
import { commonPrefixLength } from '../../core/diff/commonPrefixLength.ts';
import { splitLines } from '../../core/text/lines.ts';
import { COMMANDS } from '../commands.ts';
import { getSetting, onDidChangeSettings, updateSetting } from '../settings.ts';

/** The editor does not follow the agent while the user works in it, and for this long afterwards. */
const USER_PAUSE_MS = 4_000;
/** Locations that follow each other faster than this are skipped. */
const MIN_INTERVAL_MS = 250;

interface FollowedLocation {
  readonly path: string;
  readonly line: number;
}

/** The sessions, of which the active one is followed. */
export interface FollowedSessions {
  readonly active: { readonly id: string } | undefined;
  readonly onDidChange: Event<SessionChangeEvent>;
}

/** Reveals where the active session's agent reads and writes, if the user turned that on. It never takes the focus. */
export class AgentFollower implements vscode.Disposable {
  readonly #sessions: FollowedSessions;
  readonly #listener: vscode.Disposable;
  /** Cached, because agents report locations all the time and reading a setting is slow. */
  #isEnabled = isEnabled();
  #pausedUntilMs = 0;
  #next: FollowedLocation | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    sessions: FollowedSessions,
    clientRequests: { readonly onDidAccessFile: Event<FileAccessEvent> },
  ) {
    this.#sessions = sessions;
    this.#listener = vscode.Disposable.from(
      clientRequests.onDidAccessFile(event => this.#handleFileAccess(event)),
      sessions.onDidChange(change => this.#handleSessionChange(change)),
      onDidChangeSettings(['followAgent'], () => {
        this.#isEnabled = isEnabled();
      }),
      vscode.window.onDidChangeTextEditorSelection(({ kind }) => {
        if (kind !== undefined && kind !== vscode.TextEditorSelectionChangeKind.Command) {
          this.#pausedUntilMs = Date.now() + USER_PAUSE_MS;
        }
      }),
    );
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#listener.dispose();
  }

  #handleFileAccess(event: FileAccessEvent): void {
    if (!this.#isFollowed(event.sessionId)) {
      return;
    }
    const line =
      event.kind === 'read' ? event.line : findFirstChange(event.before ?? '', event.text);
    this.#scheduleReveal({ path: event.path.shown, line });
  }

  /** Agents that access the disk themselves report locations in tool calls. Those of a session that is being loaded are from the past. */
  #handleSessionChange({ session, change: { patches } }: SessionChangeEvent): void {
    if (this.#isFollowed(session.id) && session.conversation.state.status.kind !== 'starting') {
      const last = patches.flatMap(getLocations).findLast(({ path }) => isInWorkspace(path));
      if (last) {
        this.#scheduleReveal({ path: last.path, line: last.line ?? 0 });
      }
    }
  }

  #isFollowed(sessionId: string): boolean {
    return this.#isEnabled && this.#sessions.active?.id === sessionId;
  }

  #scheduleReveal(location: FollowedLocation): void {
    this.#next = location;
    this.#timer ??= setTimeout(() => void this.#revealNext(), MIN_INTERVAL_MS);
  }

  async #revealNext(): Promise<void> {
    this.#timer = undefined;
    const location = this.#next;
    this.#next = undefined;
    if (location && Date.now() >= this.#pausedUntilMs) {
      await reveal(location);
    }
  }
}

const isEnabled = (): boolean => getSetting('followAgent');

/** The last location of the tool call in a patch, if there is one. */
function getLocations(patch: TranscriptPatch): readonly ToolLocation[] {
  const entry = patch.kind === 'added' || patch.kind === 'replaced' ? patch.entry : undefined;
  return entry?.kind === 'tool' ? entry.locations.slice(-1) : [];
}

/** Creates the follower and registers the commands that turn it on and off. */
export const registerAgentFollower = (
  ...args: ConstructorParameters<typeof AgentFollower>
): readonly vscode.Disposable[] => [
  new AgentFollower(...args),
  vscode.commands.registerCommand(COMMANDS.followAgent, () => updateSetting('followAgent', true)),
  vscode.commands.registerCommand(COMMANDS.unfollowAgent, () =>
    updateSetting('followAgent', false),
  ),
];

/** The first line that differs; 0 if the text is the same. */
function findFirstChange(before: string, after: string): number {
  const lines = splitLines(after);
  const same = commonPrefixLength(splitLines(before), lines);
  return before === after ? 0 : Math.min(same, Math.max(0, lines.length - 1));
}

function isInWorkspace(path: string): boolean {
  return (
    normalizePath(path, getPathStyle(process.platform)).kind === 'plain' &&
    vscode.workspace.getWorkspaceFolder(vscode.Uri.file(path)) !== undefined
  );
}

async function reveal({ path, line }: FollowedLocation): Promise<void> {
  try {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(path));
    const position = document.validatePosition(new vscode.Position(line, 0));
    const editor = await vscode.window.showTextDocument(document, {
      preserveFocus: true,
      preview: true,
      viewColumn: getViewColumn(document),
    });
    const { InCenterIfOutsideViewport } = vscode.TextEditorRevealType;
    editor.revealRange(new vscode.Range(position, position), InCenterIfOutsideViewport);
  } catch {
    // The file is gone again, or not a text.
  }
}

/** The column that shows the document already, or that of the active editor. */
function getViewColumn(document: vscode.TextDocument): vscode.ViewColumn {
  const shown = vscode.window.visibleTextEditors.find(editor => editor.document === document);
  return shown?.viewColumn ?? vscode.window.activeTextEditor?.viewColumn ?? vscode.ViewColumn.One;
}
