import path from 'node:path';
import type * as vscode from 'vscode';
import type { MessageConnection } from 'vscode-jsonrpc';
import type { SessionHistory } from '../../agent/journal/sessionHistory.ts';
import type { Sessions } from '../../agent/session/sessions.ts';
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
import { SessionMentions } from './sessionMentions.ts';
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
import { TerminalMentions, type UserCommand } from './terminal/terminalMentions.ts';
import { estimateDraft } from './prompt/estimateDraft.ts';
import { WorkspaceFiles } from './files/workspaceFiles.ts';

/** The view asks for an estimate at every pause in typing, so attachments read a moment ago are reused. */
const ESTIMATE_CACHE_MS = 3000;

interface CachedAttachment {
  readonly attachment: Attachment;
  readonly readMs: number;
}

/** The entry point of this module: completion of mentions, reading them for a prompt, and adding them to the composer. */
export class PromptContext implements vscode.Disposable {
  readonly promptBuilder: PromptBuilder;
  /** Opens `vscode:` links to mentions. */
  readonly uriHandler: vscode.UriHandler;
  readonly #activeEditor: ActiveEditor;
  readonly #sessions: SessionMentions;
  readonly #reporter: ErrorReporter;
  readonly #disposables = new DisposableStore();
  readonly #captures: CaptureStore;
  readonly #git = new GitAccess();
  readonly #terminals: TerminalMentions;
  readonly #reader: MentionReader;
  readonly #completions: MentionCompletionProvider;
  #composer: ChatComposer | undefined;
  #estimateCache = new Map<string, CachedAttachment>();

  constructor(
    extension: vscode.ExtensionContext,
    reporter: ErrorReporter,
    history: Pick<SessionHistory, 'read'>,
    sessions: () => Sessions,
  ) {
    this.#sessions = new SessionMentions(history, sessions);
    this.#reporter = reporter;
    this.#captures = new CaptureStore(path.join(extension.globalStorageUri.fsPath, 'captures'));
    this.#terminals = this.#disposables.add(new TerminalMentions(this.#captures));
    this.#activeEditor = this.#disposables.add(new ActiveEditor());
    const files = this.#disposables.add(new WorkspaceFiles(this.#git));
    const recentMentions = new RecentMentions(extension.workspaceState, files);
    this.#reader = new MentionReader({
      git: this.#git,
      captures: this.#captures,
      session: id => this.#sessions.text(id),
      scaleImage: async image => this.#composer?.scaleImage(image),
    });
    this.#completions = new MentionCompletionProvider({
      files,
      recentMentions,
      git: this.#git,
      lastCommandLine: () => this.#terminals.lastCommandLine,
      sessions: () => this.#sessions.list(),
    });
    this.promptBuilder = new EditorPromptBuilder(this.#reader, recentMentions);
    this.#disposables.add(registerContextDocuments(this.#reader));
    this.uriHandler = createUriHandler(this.#captures, reporter);
    this.#disposables.add(registerProblemActions());
    void reporter.run(t('Cleaning up attachments'), () => this.#captures.prune(Date.now()));
  }

  get activeEditor(): vscode.TextEditor | undefined {
    return this.#activeEditor.editor;
  }

  /** The last command that the user ran in a terminal, for the tools of agents. */
  get lastCommand(): UserCommand | undefined {
    return this.#terminals.lastTrackedCommand;
  }

  /** Connects the composer: registers the commands that add mentions, and suggests the active editor. */
  register(composer: ChatComposer): readonly vscode.Disposable[] {
    this.#composer = composer;
    composer.suggest(this.#activeEditor.suggestion);
    return [
      this,
      this.#activeEditor.onDidChange(suggestion => composer.suggest(suggestion)),
      ...registerAddCommands({
        composer,
        git: this.#git,
        terminals: this.#terminals,
        reporter: this.#reporter,
      }),
    ];
  }

  /** Answers the requests of a chat view. */
  listen(rpc: MessageConnection): void {
    registerContextRequests(
      rpc,
      {
        find: query => this.#completions.find(query),
        choose: choose => this.#choose(choose),
        attach: params => this.#attach(params),
        estimate: (draft, sessionId) => this.#estimate(draft, sessionId),
        open: mention => openMention(mention, this.#captures),
        setFollow: follows => this.#activeEditor.setFollow(follows),
      },
      this.#reporter,
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #choose(choose: string): Promise<readonly Mention[]> {
    const symbol = this.#completions.findSymbol(choose);
    return symbol
      ? [await createSymbolMention(symbol)]
      : pickMention(choose, { git: this.#git, terminals: this.#terminals });
  }

  #attach(params: AttachParams): ReturnType<typeof attachDataTransfer> {
    const capabilities = this.#sessions.promptCapabilities(params.sessionId);
    return attachDataTransfer(params, capabilities, this.#captures);
  }

  async #estimate(draft: Draft, sessionId: string | undefined): Promise<DraftEstimate> {
    const limits = getContextLimits();
    const cache = new Map<string, CachedAttachment>();
    const attachments = await readMentions(draft, async mention => {
      const key = mentionKey(mention);
      const cached = this.#estimateCache.get(key);
      const isFresh = cached !== undefined && Date.now() - cached.readMs < ESTIMATE_CACHE_MS;
      const attachment = isFresh ? cached.attachment : await this.#reader.read(mention, limits);
      cache.set(key, isFresh ? cached : { attachment, readMs: Date.now() });
      return attachment;
    });
    this.#estimateCache = cache;
    const capabilities = this.#sessions.promptCapabilities(sessionId);
    return estimateDraft(draft, attachments, capabilities, limits);
  }
}
