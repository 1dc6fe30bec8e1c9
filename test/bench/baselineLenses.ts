import * as vscode from 'vscode';

const BARE = '**/bare*.txt';
let dropped = 0;
const changed = new vscode.EventEmitter<void>();
let provider: vscode.Disposable | undefined;

/** Registers a minimal provider in the extension host that shows a lens above each changed line of `bare*.txt`. */
export function registerBareLenses(): void {
  provider ??= vscode.languages.registerCodeLensProvider(
    { scheme: 'file', pattern: BARE },
    { onDidChangeCodeLenses: changed.event, provideCodeLenses: bareLenses },
  );
}

/** Replaces the text of a visible document and saves it. Returns the time at which it started. */
export async function writeBare(file: string, text: string): Promise<number> {
  const editor = vscode.window.visibleTextEditors.find(
    ({ document }) => document.uri.fsPath === file,
  );
  if (!editor) {
    throw new Error(`${file} is not on screen.`);
  }
  const { document } = editor;
  const lines = text.split('\n');
  const edits = lines.flatMap((line, at) => {
    const { text: now, range } = document.lineAt(at);
    return now === line ? [] : [{ range, line }];
  });
  const startMs = Date.now();
  await editor.edit(builder => edits.forEach(({ range, line }) => builder.replace(range, line)));
  await document.save();
  return startMs;
}

/** Removes the last lens. Returns the time at which this happened. */
export function dropBareLens(): number {
  const startMs = Date.now();
  dropped += 1;
  changed.fire();
  return startMs;
}

function bareLenses(document: vscode.TextDocument): vscode.CodeLens[] {
  const lines = document.getText().split('\n');
  const marked = lines.flatMap((line, at) => (line.includes('measure(') ? [at] : []));
  return marked.slice(0, marked.length - dropped).map(
    (line, at, { length }) =>
      new vscode.CodeLens(new vscode.Range(line, 0, line, 0), {
        title: `Bare ${at + 1} of ${length}`,
        command: 'noop',
      }),
  );
}
