import path from 'node:path';
import type * as vscode from 'vscode';
import type { MessageConnection } from 'vscode-jsonrpc';
import { Captures } from '../../agent/context/captures.ts';
import type { Prompts } from '../../agent/ports.ts';
import type { DraftWeight, Offer } from '../../core/chat/messages.ts';
import { t } from '../../core/words.ts';
import { Lifetime } from '../../core/lifetime.ts';
import type { Attachment } from '../../core/prompt/attachment.ts';
import type { Draft } from '../../core/prompt/draft.ts';
import type { Mention } from '../../core/prompt/mention.ts';
import { mentionKey } from '../../core/prompt/mentionUri.ts';
import type { Report } from '../report.ts';
import { ActiveEditor } from './activeEditor.ts';
import { addCommands, type Composer } from './addToAgent.ts';
import { attachOffer } from './attachOffer.ts';
import { chooseMention } from './chooseMention.ts';
import { conversationsOf, type ConversationSources, type Conversations } from './conversations.ts';
import { contextDocuments, contextLinks } from './contextDocuments.ts';
import { contextLimits } from './contextLimits.ts';
import { answerContext } from './contextRequests.ts';
import { GitAccess } from './gitAccess.ts';
import { MentionMenu } from './mentionMenu.ts';
import { MentionReader } from './mentionReader.ts';
import { MentionUses } from './mentionUses.ts';
import { openMention } from './openMention.ts';
import { problemActions } from './problemActions.ts';
import { EditorPrompts, readAll } from './prompts.ts';
import { symbolMention } from './symbols.ts';
import { TerminalTexts } from './terminalTexts.ts';
import { weighDraft } from './weighDraft.ts';
import { WorkspaceFiles } from './workspaceFiles.ts';

/** A weight is asked for at every pause in typing: what was read a moment ago is good enough for it. */
const WEIGHED_FRESH_MS = 3000;

/** Everything about context: what can be mentioned, how it is read, and the ways it gets into the composer. */
export class Context implements vscode.Disposable {
  readonly prompts: Prompts;
  /** Opens links to what can be mentioned. */
  readonly links: vscode.UriHandler;
  readonly #active: ActiveEditor;
  readonly #conversations: Conversations;
  readonly #report: Report;
  readonly #lifetime = new Lifetime();
  readonly #captures: Captures;
  readonly #git = new GitAccess();
  readonly #terminals: TerminalTexts;
  readonly #reader: MentionReader;
  readonly #menu: MentionMenu;
  #composer: Composer | undefined;
  #weighed = new Map<string, { readonly attachment: Attachment; readonly readMs: number }>();

  constructor(
    extension: vscode.ExtensionContext,
    report: Report,
    sources: () => ConversationSources,
  ) {
    const conversations = conversationsOf(sources);
    this.#conversations = conversations;
    this.#report = report;
    this.#captures = new Captures(path.join(extension.globalStorageUri.fsPath, 'captures'));
    this.#terminals = this.#lifetime.own(new TerminalTexts(this.#captures));
    this.#active = this.#lifetime.own(new ActiveEditor());
    const files = this.#lifetime.own(new WorkspaceFiles(this.#git));
    const uses = new MentionUses(extension.workspaceState, files);
    this.#reader = new MentionReader({
      git: this.#git,
      captures: this.#captures,
      session: id => conversations.text(id),
      scaleImage: async image => this.#composer?.scaleImage(image),
    });
    this.#menu = new MentionMenu({
      files,
      uses,
      git: this.#git,
      lastCommandLine: () => this.#terminals.lastCommandLine,
      sessions: () => conversations.list(),
    });
    this.prompts = new EditorPrompts(this.#reader, uses);
    this.#lifetime.own(contextDocuments(this.#reader));
    this.links = contextLinks(this.#captures, report);
    this.#lifetime.own(problemActions());
    void report.around(t('Tidying up captures'), () => this.#captures.tidy(Date.now()));
  }

  /** The text editor that the user works in. */
  get editor(): vscode.TextEditor | undefined {
    return this.#active.editor;
  }

  /** Joins this to the composer: by commands, and by what the user has in front. */
  register(composer: Composer): readonly vscode.Disposable[] {
    this.#composer = composer;
    composer.suggest(this.#active.current);
    return [
      this,
      this.#active.onDidChange(suggestion => composer.suggest(suggestion)),
      ...addCommands({
        composer,
        git: this.#git,
        terminals: this.#terminals,
        report: this.#report,
      }),
    ];
  }

  /** Answers the chat view. */
  listen(rpc: MessageConnection): void {
    answerContext(
      rpc,
      {
        find: query => this.#menu.find(query),
        choose: choose => this.#choose(choose),
        attach: offer => this.#attach(offer),
        weigh: (draft, sessionId) => this.#weigh(draft, sessionId),
        open: mention => openMention(mention, this.#captures),
        follow: follows => this.#active.follow(follows),
      },
      this.#report,
    );
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #choose(choose: string): Promise<readonly Mention[]> {
    const symbol = this.#menu.symbol(choose);
    return symbol
      ? [await symbolMention(symbol)]
      : chooseMention(choose, { git: this.#git, terminals: this.#terminals });
  }

  #attach(offer: Offer): ReturnType<typeof attachOffer> {
    return attachOffer(offer, this.#conversations.accepts(offer.sessionId), this.#captures);
  }

  async #weigh(draft: Draft, sessionId: string | undefined): Promise<DraftWeight> {
    const limits = contextLimits();
    const fresh = new Map<string, { readonly attachment: Attachment; readonly readMs: number }>();
    const attachments = await readAll(draft, async mention => {
      const key = mentionKey(mention);
      const known = this.#weighed.get(key);
      const isFresh = known !== undefined && Date.now() - known.readMs < WEIGHED_FRESH_MS;
      const attachment = isFresh ? known.attachment : await this.#reader.read(mention, limits);
      fresh.set(key, isFresh ? known : { attachment, readMs: Date.now() });
      return attachment;
    });
    this.#weighed = fresh;
    return weighDraft(draft, attachments, this.#conversations.accepts(sessionId), limits);
  }
}
