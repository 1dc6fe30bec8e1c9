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

/** While the user works in an editor, and so long after, the agent does not lead. */
const USER_FIRST_MS = 4_000;
/** Places that come faster than one can look are passed over. */
const PACE_MS = 250;

/** A place in a file; lines count from 0. */
interface FollowedLocation {
  readonly path: string;
  readonly line: number;
}

/** The sessions, one of which is in front: its agent leads. */
export interface FollowedSessions {
  readonly active: { readonly id: string } | undefined;
  readonly onDidChange: Event<SessionChangeEvent>;
}

/** Shows where the agent reads and writes, if the user wants that: without the focus, and never against the user. */
export class AgentFollower implements vscode.Disposable {
  readonly #sessions: FollowedSessions;
  readonly #listening: vscode.Disposable;
  /** Kept here: agents tell of places all the time, and reading a setting takes long. */
  #isWanted = isWanted();
  #userUntilMs = 0;
  #next: FollowedLocation | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    sessions: FollowedSessions,
    hands: { readonly onDidAccessFile: Event<FileAccessEvent> },
  ) {
    this.#sessions = sessions;
    this.#listening = vscode.Disposable.from(
      hands.onDidAccessFile(event => this.#did(event)),
      sessions.onDidChange(change => this.#changed(change)),
      onDidChangeSettings(['followAgent'], () => {
        this.#isWanted = isWanted();
      }),
      vscode.window.onDidChangeTextEditorSelection(({ kind }) => {
        if (kind !== undefined && kind !== vscode.TextEditorSelectionChangeKind.Command) {
          this.#userUntilMs = Date.now() + USER_FIRST_MS;
        }
      }),
    );
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#listening.dispose();
  }

  #did(event: FileAccessEvent): void {
    if (!this.#leads(event.sessionId)) {
      return;
    }
    const line = event.kind === 'read' ? event.line : firstChange(event.before ?? '', event.text);
    this.#at({ path: event.path.shown, line });
  }

  /** Agents that work on the disk themselves tell of it in their tool calls. What is told while a session is opened was done long ago. */
  #changed({ session, change: { patches } }: SessionChangeEvent): void {
    if (this.#leads(session.id) && session.conversation.state.status.kind !== 'starting') {
      const last = patches.flatMap(placeIn).findLast(({ path }) => isInWorkspace(path));
      if (last) {
        this.#at({ path: last.path, line: last.line ?? 0 });
      }
    }
  }

  #leads(sessionId: string): boolean {
    return this.#isWanted && this.#sessions.active?.id === sessionId;
  }

  #at(place: FollowedLocation): void {
    this.#next = place;
    this.#timer ??= setTimeout(() => void this.#go(), PACE_MS);
  }

  async #go(): Promise<void> {
    this.#timer = undefined;
    const place = this.#next;
    this.#next = undefined;
    if (place && Date.now() >= this.#userUntilMs) {
      await reveal(place);
    }
  }
}

const isWanted = (): boolean => getSetting('followAgent');

/** The place that a patch tells of, if it does. */
function placeIn(patch: TranscriptPatch): readonly ToolLocation[] {
  const entry = patch.kind === 'added' || patch.kind === 'replaced' ? patch.entry : undefined;
  return entry?.kind === 'tool' ? entry.locations.slice(-1) : [];
}

/** Following, and the commands that turn it on and off. */
export const registerAgentFollower = (
  ...parts: ConstructorParameters<typeof AgentFollower>
): readonly vscode.Disposable[] => [
  new AgentFollower(...parts),
  vscode.commands.registerCommand(COMMANDS.followAgent, () => updateSetting('followAgent', true)),
  vscode.commands.registerCommand(COMMANDS.unfollowAgent, () =>
    updateSetting('followAgent', false),
  ),
];

/** The first line that differs; a text that stayed the same is shown from its start. */
function firstChange(before: string, after: string): number {
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
    const at = document.validatePosition(new vscode.Position(line, 0));
    const editor = await vscode.window.showTextDocument(document, {
      preserveFocus: true,
      preview: true,
      viewColumn: columnOf(document),
    });
    const { InCenterIfOutsideViewport } = vscode.TextEditorRevealType;
    editor.revealRange(new vscode.Range(at, at), InCenterIfOutsideViewport);
  } catch {
    // It is gone again, or no text: there is nothing to show.
  }
}

/** Where it is already shown, else where the user last looked at a text. */
function columnOf(document: vscode.TextDocument): vscode.ViewColumn {
  const shown = vscode.window.visibleTextEditors.find(editor => editor.document === document);
  return shown?.viewColumn ?? vscode.window.activeTextEditor?.viewColumn ?? vscode.ViewColumn.One;
}
