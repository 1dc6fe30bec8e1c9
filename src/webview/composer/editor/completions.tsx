import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  completionStatus,
  selectedCompletionIndex,
  startCompletion,
} from '@codemirror/autocomplete';
import type { EditorState, Extension, Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { render } from 'preact';
import { type CancellationToken, CancellationTokenSource } from 'vscode-jsonrpc';
import {
  SuggestMentions,
  type MentionSuggestion,
  type MentionSuggestions,
} from '../../../core/chat/messages.ts';
import type { SlashCommand } from '../../../core/session/state/sessionState.ts';
import type { Host } from '../../state/host.ts';
import { Icon } from '../../ui/icon.tsx';
import { suggestionIcon } from '../../ui/mentionIcon.ts';
import { t } from '../../ui/strings.ts';
import { deferredEnter } from './deferredEnter.ts';
import type { MentionTokens } from './mentionTokens.ts';

/** Rows rendered in the popup. */
const SHOWN_ROWS = 100;

/** A name after `@`; it ends at a space unless it is quoted. */
const MENTION_QUERY = /(?:^|[\s(])@("[^"\n]*|[^\s@]*)$/;
const COMMAND_QUERY = /^\s*\/(\S*)$/;

export interface CompletionOptions {
  readonly host: Host;
  readonly tokens: MentionTokens;
  readonly commands: () => readonly SlashCommand[];
  /** Runs the further step of a suggestion and inserts its result. */
  readonly chooseMention: (choose: string) => void;
}

/** Completes mentions after `@`, and the agent's commands after a leading `/`. */
export function completions(options: CompletionOptions): Extension {
  const mentions = new MentionCompletions(options);
  return [
    deferredEnter,
    autocompletion({
      override: [context => mentions.find(context), context => commands(context, options)],
      icons: false,
      maxRenderedOptions: SHOWN_ROWS,
      activateOnTypingDelay: 0,
      interactionDelay: 0,
      tooltipClass: () => 'popup',
      addToOptions: [{ render: iconOf, position: 20 }],
    }),
    EditorView.updateListener.of(({ view }) => labelList(view)),
  ];
}

/** CodeMirror has one label for the lists of all options, and changing it as a phrase would lose updates. */
function labelList(view: EditorView): void {
  const list = view.dom.querySelector('.cm-tooltip-autocomplete > ul');
  const name = COMMAND_QUERY.test(textBefore(view.state)) ? t('commands') : t('mentions');
  if (list && list.getAttribute('aria-label') !== name) {
    list.setAttribute('aria-label', name);
  }
}

/** Opens the completion of mentions, as if `@` and the query had been typed. */
export function startMentionCompletion(view: EditorView, query: string): void {
  const { head } = view.state.selection.main;
  const before = view.state.sliceDoc(Math.max(0, head - 1), head);
  const insert = `${before === '' || /[\s(]/.test(before) ? '@' : ' @'}${query}`;
  view.dispatch({
    changes: { from: head, insert },
    selection: { anchor: head + insert.length },
    userEvent: 'input.type',
  });
  view.focus();
  startCompletion(view);
}

/** Updates an open command completion after the agent has announced other commands. */
export function refreshCommandCompletion(view: EditorView): void {
  if (view.hasFocus && COMMAND_QUERY.test(textBefore(view.state))) {
    startCompletion(view);
  }
}

interface FoundCompletion extends Completion {
  readonly found?: MentionSuggestion;
}

const REFRESH_MS = 400;

class MentionCompletions {
  readonly #options: CompletionOptions;
  /** A newer answer for a text whose list is open already. */
  #update: { readonly doc: Text; readonly suggestions: MentionSuggestions } | undefined;

  constructor(options: CompletionOptions) {
    this.#options = options;
  }

  async find(context: CompletionContext): Promise<CompletionResult | null> {
    const query = queryIn(context.state);
    if (query === undefined) {
      return null;
    }
    const source = new CancellationTokenSource();
    context.addEventListener('abort', () => source.cancel(), { onDocChange: true });
    const update = this.#update?.doc.eq(context.state.doc) ? this.#update.suggestions : undefined;
    this.#update = undefined;
    try {
      const { found, indexing } = update ?? (await this.#request(query, source.token));
      if (indexing && context.view) {
        this.#updateLater(context.view, query);
      }
      const groups = [...new Set(found.map(({ group }) => group))];
      return {
        from: context.pos - query.length - 1,
        filter: false,
        options: [
          ...found.map(one => mentionOption(one, groups, this.#options)),
          ...(indexing ? [{ label: t('indexing'), apply: () => undefined }] : []),
        ],
      };
    } catch {
      return null; // Canceled by the next keystroke, or failed: no completions.
    }
  }

  #request(query: string, token?: CancellationToken): Promise<MentionSuggestions> {
    return this.#options.host.sendRequest(
      SuggestMentions,
      { query: query.replace('"', '') },
      ...(token ? [token] : []),
    );
  }

  /**
   * While files are being indexed the list is updated, unless the user is choosing a row. CodeMirror ignores clicks
   * while it waits for completions, so the answer is there before the list is told to update.
   */
  #updateLater(view: EditorView, query: string): void {
    const { doc } = view.state;
    const isOpen = (): boolean =>
      view.state.doc.eq(doc) && completionStatus(view.state) === 'active';
    setTimeout(async () => {
      const suggestions = isOpen() ? await this.#request(query).catch(() => undefined) : undefined;
      if (!suggestions || !isOpen()) {
        return;
      }
      if (isChoosing(view)) {
        this.#updateLater(view, query);
        return;
      }
      this.#update = { doc, suggestions };
      startCompletion(view);
    }, REFRESH_MS);
  }
}

const isChoosing = (view: EditorView): boolean =>
  selectedCompletionIndex(view.state) !== 0 ||
  view.dom.querySelector('.cm-tooltip-autocomplete:hover') !== null;

/** What follows the `@` before the cursor. */
const queryIn = (state: EditorState): string | undefined =>
  MENTION_QUERY.exec(textBefore(state))?.[1];

function mentionOption(
  found: MentionSuggestion,
  groups: readonly (string | undefined)[],
  options: CompletionOptions,
): FoundCompletion {
  const { group } = found;
  return {
    label: found.label,
    found,
    ...(found.detail === undefined ? {} : { detail: found.detail }),
    // Without a rank, sections are sorted by their names.
    ...(group === undefined ? {} : { section: { name: group, rank: groups.indexOf(group) } }),
    apply: (view: EditorView, _: Completion, from: number, to: number) => {
      if (found.query !== undefined) {
        view.dispatch({ changes: { from, to } });
        startMentionCompletion(view, found.query);
        return;
      }
      const insert = found.mention ? `${options.tokens.add(found.mention)} ` : '';
      view.dispatch({
        changes: { from, to, insert },
        selection: { anchor: from + insert.length },
        userEvent: 'input.complete',
      });
      if (found.choose !== undefined) {
        options.chooseMention(found.choose);
      }
    },
  };
}

function commands(context: CompletionContext, options: CompletionOptions): CompletionResult | null {
  const query = COMMAND_QUERY.exec(textBefore(context.state))?.[1];
  return query === undefined
    ? null
    : {
        from: context.pos - query.length,
        options: options.commands().map(({ name, description, hint }) => ({
          label: name,
          displayLabel: `/${name}`,
          detail: hint === undefined ? description : `${description} (${hint})`,
          apply: `${name} `,
        })),
        validFor: /^\S*$/,
      };
}

const textBefore = (state: EditorState): string => state.sliceDoc(0, state.selection.main.head);

function iconOf(completion: FoundCompletion): Node | null {
  if (!completion.found) {
    return null;
  }
  const icon = document.createElement('span');
  icon.className = 'option-icon';
  render(<Icon name={suggestionIcon(completion.found)} />, icon);
  return icon;
}
