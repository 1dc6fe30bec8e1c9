import * as vscode from 'vscode';
import type { Insertion, ImplicitContext } from '../../core/chat/messages.ts';
import { UserError } from '../../core/errors.ts';
import { asRecord } from '../../core/json.ts';
import type { Mention } from '../../core/prompt/mention/mention.ts';
import { COMMANDS } from '../commands.ts';
import type { ErrorReporter } from '../errorReporter.ts';
import { pickGitDiff } from './pickMention.ts';
import { mentionsFromArguments } from './mentionsFromArguments.ts';
import { toUriString } from './editor/documentMentions.ts';
import type { ImageScaler } from './prompt/fitImage.ts';
import type { GitAccess } from './git/gitAccess.ts';
import { getProblems } from './editor/getProblems.ts';
import type { TerminalMentions } from './terminal/terminalMentions.ts';
import { showQuickPick } from '../notifications.ts';

/** The chat, as far as adding to its composer goes. */
export interface ChatComposer {
  insert(insertion: Insertion): void;
  /** Inserts into the composer that has the focus, in the chat view or in a chat editor. */
  insertAtFocus(insertion: Insertion): void;
  suggest(suggestion: ImplicitContext): void;
  readonly scaleImage: ImageScaler;
  /** Shows the chat without moving the focus, if possible. */
  show(): Promise<void>;
  /** Shows the chat and moves the focus there. */
  focus(): Promise<void>;
}

export interface AddCommandsOptions {
  readonly composer: ChatComposer;
  readonly git: GitAccess;
  readonly terminals: TerminalMentions;
  readonly reporter: ErrorReporter;
}

/** Registers the commands that add mentions to the composer. They keep the focus, unless the arguments ask for it. */
export function registerAddCommands(options: AddCommandsOptions): readonly vscode.Disposable[] {
  const { git, terminals, reporter } = options;
  const command = (
    id: string,
    find: (args: readonly unknown[]) => Promise<readonly Mention[]>,
  ): vscode.Disposable =>
    vscode.commands.registerCommand(id, (...args: readonly unknown[]) =>
      reporter.run(id, async () => add(options.composer, await find(args), asksForFocus(args))),
    );
  return [
    command(COMMANDS.addToAgent, async args =>
      assertNotEmpty(await mentionsFromArguments(args, terminals)),
    ),
    command(COMMANDS.addGitDiff, () => pickGitDiff(git)),
    command(COMMANDS.addProblems, pickProblems),
    vscode.commands.registerCommand(COMMANDS.pastePlain, () =>
      reporter.run(COMMANDS.pastePlain, () => pastePlain(options.composer)),
    ),
  ];
}

async function add(
  composer: ChatComposer,
  mentions: readonly Mention[],
  focus: boolean,
): Promise<void> {
  if (mentions.length > 0) {
    composer.insert({ mentions, focus });
    await (focus ? composer.focus() : composer.show());
  }
}

/** A key binding can set `"args": { "focus": true }`. */
const asksForFocus = ([first]: readonly unknown[]): boolean => asRecord(first)?.['focus'] === true;

/** VS Code on the desktop does not pass this key to webviews, so the extension pastes. In a browser the webview does. */
async function pastePlain(composer: ChatComposer): Promise<void> {
  const text = await vscode.env.clipboard.readText();
  composer.insertAtFocus({ mentions: [], text, focus: true });
}

function assertNotEmpty(mentions: readonly Mention[]): readonly Mention[] {
  if (mentions.length === 0) {
    throw new UserError(vscode.l10n.t('Nothing to add. Open a file or select some text.'));
  }
  return mentions;
}

/** Lets the user pick problems by file or severity. An argument names the file. */
async function pickProblems(args: readonly unknown[]): Promise<readonly Mention[]> {
  const [file] = args;
  if (file instanceof vscode.Uri) {
    return [{ kind: 'problems', uri: toUriString(file), severity: 'hint' }];
  }
  const active = vscode.window.activeTextEditor?.document.uri;
  const choices = [
    problemChoice(vscode.l10n.t('All problems'), { kind: 'problems', severity: 'hint' }),
    problemChoice(vscode.l10n.t('All errors'), { kind: 'problems', severity: 'error' }),
    ...(active
      ? [
          problemChoice(vscode.l10n.t('Problems in this file'), {
            kind: 'problems',
            uri: toUriString(active),
            severity: 'hint',
          }),
        ]
      : []),
  ].filter(({ count }) => count > 0);
  if (choices.length === 0) {
    throw new UserError(vscode.l10n.t('No problems to attach.'));
  }
  const title = vscode.l10n.t('Attach Problems');
  const picked = await showQuickPick(choices, { title });
  return picked ? [picked.mention] : [];
}

function problemChoice(
  label: string,
  mention: Mention & { kind: 'problems' },
): vscode.QuickPickItem & { readonly mention: Mention; readonly count: number } {
  const count = getProblems(mention).length;
  return { label, description: String(count), mention, count };
}
