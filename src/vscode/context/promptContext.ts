import path from 'node:path';
import type * as vscode from 'vscode';
import type { MessageConnection } from 'vscode-jsonrpc';
import { CaptureStore } from '../../agent/context/captureStore.ts';
import type { PromptBuilder } from '../../agent/session/promptBuilder.ts';
import type { DraftEstimate, AttachParams } from '../../core/chat/messages.ts';
import { t } from '../../core/l10n.ts';
import { DisposableStore } from '../../core/disposableStore.ts';
import type { Attachment } from '../../core/prompt/attachment.ts';
import type { Draft } from '../../core/prompt/draft.ts';
import type { Mention } from '../../core/prompt/mention/mention.ts';
import { mentionKey } from '../../core/prompt/mention/mentionUri.ts';
import type { ErrorReporter } from '../errorReporter.ts';
import { ActiveEditor } from './editor/activeEditor.ts';
import { registerAddCommands, type ChatComposer } from './registerAddCommands.ts';
import { attachDataTransfer } from './attachDataTransfer.ts';
import { pickMention } from './pickMention.ts';
import {
  createSessionSource,
  type SessionSourceOptions,
  type SessionSource,
} from './sessionSource.ts';
import { registerContextDocuments, createUriHandler } from './registerContextDocuments.ts';
import { getContextLimits } from './prompt/contextLimits.ts';
import { registerContextRequests } from './contextRequests.ts';
import { GitAccess } from './git/gitAccess.ts';
import { MentionCompletionProvider } from './completion/mentionCompletionProvider.ts';
import { MentionReader } from './prompt/mentionReader.ts';
import { RecentMentions } from './files/recentMentions.ts';
import { openMention } from './openMention.ts';
import { registerProblemActions } from './editor/registerProblemActions.ts';
import { EditorPromptBuilder, readMentions } from './prompt/editorPromptBuilder.ts';
import { createSymbolMention } from './editor/symbols.ts';
import { TerminalMentions } from './terminal/terminalMentions.ts';
import { estimateDraft } from './prompt/estimateDraft.ts';
import { WorkspaceFiles } from './files/workspaceFiles.ts';

/** A weight is asked for at every pause in typing: what was read a moment ago is good enough for it. */
const WEIGHED_FRESH_MS = 3000;

/** Everything about context: what can be mentioned, how it is read, and the ways it gets into the composer. */
export class PromptContext implements vscode.Disposable {
  readonly prompts: PromptBuilder;
  /** Opens links to what can be mentioned. */
  readonly uriHandler: vscode.UriHandler;
  readonly #active: ActiveEditor;
  readonly #conversations: SessionSource;
  readonly #report: ErrorReporter;
  readonly #lifetime = new DisposableStore();
  readonly #captures: CaptureStore;
  readonly #git = new GitAccess();
  readonly #terminals: TerminalMentions;
  readonly #reader: MentionReader;
  readonly #menu: MentionCompletionProvider;
  #composer: ChatComposer | undefined;
  #weighed = new Map<string, { readonly attachment: Attachment; readonly readMs: number }>();

  constructor(
    extension: vscode.ExtensionContext,
    report: ErrorReporter,
    sources: () => SessionSourceOptions,
  ) {
    const conversations = createSessionSource(sources);
    this.#conversations = conversations;
    this.#report = report;
    this.#captures = new CaptureStore(path.join(extension.globalStorageUri.fsPath, 'captures'));
    this.#terminals = this.#lifetime.add(new TerminalMentions(this.#captures));
    this.#active = this.#lifetime.add(new ActiveEditor());
    const files = this.#lifetime.add(new WorkspaceFiles(this.#git));
    const uses = new RecentMentions(extension.workspaceState, files);
    this.#reader = new MentionReader({
      git: this.#git,
      captures: this.#captures,
      session: id => conversations.text(id),
      scaleImage: async image => this.#composer?.scaleImage(image),
    });
    this.#menu = new MentionCompletionProvider({
      files,
      uses,
      git: this.#git,
      lastCommandLine: () => this.#terminals.lastCommandLine,
      sessions: () => conversations.list(),
    });
    this.prompts = new EditorPromptBuilder(this.#reader, uses);
    this.#lifetime.add(registerContextDocuments(this.#reader));
    this.uriHandler = createUriHandler(this.#captures, report);
    this.#lifetime.add(registerProblemActions());
    void report.run(t('Tidying up captures'), () => this.#captures.prune(Date.now()));
  }

  /** The text editor that the user works in. */
  get activeEditor(): vscode.TextEditor | undefined {
    return this.#active.editor;
  }

  /** Joins this to the composer: by commands, and by what the user has in front. */
  register(composer: ChatComposer): readonly vscode.Disposable[] {
    this.#composer = composer;
    composer.suggest(this.#active.suggestion);
    return [
      this,
      this.#active.onDidChange(suggestion => composer.suggest(suggestion)),
      ...registerAddCommands({
        composer,
        git: this.#git,
        terminals: this.#terminals,
        report: this.#report,
      }),
    ];
  }

  /** Answers the chat view. */
  listen(rpc: MessageConnection): void {
    registerContextRequests(
      rpc,
      {
        find: query => this.#menu.find(query),
        choose: choose => this.#choose(choose),
        attach: offer => this.#attach(offer),
        estimate: (draft, sessionId) => this.#weigh(draft, sessionId),
        open: mention => openMention(mention, this.#captures),
        setFollow: follows => this.#active.setFollow(follows),
      },
      this.#report,
    );
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #choose(choose: string): Promise<readonly Mention[]> {
    const symbol = this.#menu.findSymbol(choose);
    return symbol
      ? [await createSymbolMention(symbol)]
      : pickMention(choose, { git: this.#git, terminals: this.#terminals });
  }

  #attach(offer: AttachParams): ReturnType<typeof attachDataTransfer> {
    return attachDataTransfer(
      offer,
      this.#conversations.promptCapabilities(offer.sessionId),
      this.#captures,
    );
  }

  async #weigh(draft: Draft, sessionId: string | undefined): Promise<DraftEstimate> {
    const limits = getContextLimits();
    const fresh = new Map<string, { readonly attachment: Attachment; readonly readMs: number }>();
    const attachments = await readMentions(draft, async mention => {
      const key = mentionKey(mention);
      const known = this.#weighed.get(key);
      const isFresh = known !== undefined && Date.now() - known.readMs < WEIGHED_FRESH_MS;
      const attachment = isFresh ? known.attachment : await this.#reader.read(mention, limits);
      fresh.set(key, isFresh ? known : { attachment, readMs: Date.now() });
      return attachment;
    });
    this.#weighed = fresh;
    return estimateDraft(
      draft,
      attachments,
      this.#conversations.promptCapabilities(sessionId),
      limits,
    );
  }
}
