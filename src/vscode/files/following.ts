import * as vscode from 'vscode';
import { setting } from '../settings.ts';

/** While the user works in an editor, and so long after, the agent does not lead. */
const USER_FIRST_MS = 4_000;
/** Places that come faster than one can look are passed over. */
const PACE_MS = 250;

/** A place in a file; lines count from 0. */
export interface FollowedPlace {
  readonly path: string;
  readonly line: number;
}

/** Shows where the agent reads and writes, if the user wants that: without the focus, and never against the user. */
export class Following implements vscode.Disposable {
  readonly #listening: readonly vscode.Disposable[];
  #userUntilMs = 0;
  #next: FollowedPlace | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor() {
    this.#listening = [
      vscode.window.onDidChangeTextEditorSelection(({ kind }) => {
        if (
          kind === vscode.TextEditorSelectionChangeKind.Keyboard ||
          kind === vscode.TextEditorSelectionChangeKind.Mouse
        ) {
          this.#userUntilMs = Date.now() + USER_FIRST_MS;
        }
      }),
      { dispose: () => clearTimeout(this.#timer) },
    ];
  }

  /** The agent is here now. */
  at(place: FollowedPlace): void {
    if (!setting('followAgent')) {
      return;
    }
    this.#next = place;
    this.#timer ??= setTimeout(() => void this.#go(), PACE_MS);
  }

  dispose(): void {
    vscode.Disposable.from(...this.#listening).dispose();
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

async function reveal({ path, line }: FollowedPlace): Promise<void> {
  try {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(path));
    const at = document.validatePosition(new vscode.Position(line, 0));
    const editor = await vscode.window.showTextDocument(document, {
      preserveFocus: true,
      preview: true,
      viewColumn: columnOf(document),
    });
    editor.revealRange(
      new vscode.Range(at, at),
      vscode.TextEditorRevealType.InCenterIfOutsideViewport,
    );
  } catch {
    // It is gone again, or no text: there is nothing to show.
  }
}

/** Where it is already shown, else where the user last looked at a text. */
function columnOf(document: vscode.TextDocument): vscode.ViewColumn {
  const shown = vscode.window.visibleTextEditors.find(editor => editor.document === document);
  return shown?.viewColumn ?? vscode.window.activeTextEditor?.viewColumn ?? vscode.ViewColumn.One;
}
