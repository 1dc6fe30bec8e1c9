import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { CancellationToken } from 'vscode-jsonrpc';
import { SuggestMentions, type MentionSuggestion } from '../../core/chat/messages.ts';
import { Popup } from '../popup/popup.tsx';
import { useOpen } from '../popup/useOpen.ts';
import type { Host } from '../state/host.ts';
import { Icon } from '../ui/icon.tsx';
import { suggestionIcon } from '../ui/mentionIcon.ts';
import { t } from '../ui/strings.ts';
import { useRovingFocus } from '../ui/focus/useRovingFocus.ts';

/** The paper clip: a menu of the categories of context, as at the start of the @ menu. */
export function AttachMenu(props: {
  readonly host: Host;
  readonly choose: (item: MentionSuggestion) => void;
}): JSX.Element {
  const { isOpen, container, button, open, close, onFocusOut } = useOpen();
  const [items, setItems] = useState<readonly MentionSuggestion[]>([]);
  const load = async (): Promise<void> => {
    const { found } = await props.host
      .sendRequest(SuggestMentions, { query: '' }, CancellationToken.None)
      .catch(() => ({ found: [] }));
    setItems(found.filter(({ mention }) => mention === undefined));
    open();
  };
  return (
    <div class="menu-anchor" ref={container} onFocusOut={onFocusOut}>
      <button
        ref={button}
        type="button"
        class="icon-button"
        aria-label={t('attach')}
        title={t('attach')}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={isOpen ? close : () => void load()}
      >
        <Icon name="attach" />
      </button>
      {isOpen ? (
        <Popup anchor={button}>
          <AttachItems
            items={items}
            close={close}
            choose={item => {
              close();
              props.choose(item);
            }}
          />
        </Popup>
      ) : null}
    </div>
  );
}

function AttachItems(props: {
  readonly items: readonly MentionSuggestion[];
  readonly close: () => void;
  readonly choose: (item: MentionSuggestion) => void;
}): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  useRovingFocus(list);
  // After the hook, which notices where the focus is.
  useEffect(() => list.current?.querySelector('button')?.focus(), []);
  return (
    <div
      ref={list}
      role="menu"
      aria-label={t('attach')}
      class="options"
      onKeyDown={event => event.key === 'Escape' && props.close()}
    >
      {props.items.map(item => (
        <div key={item.label} role="none" data-row>
          <button
            type="button"
            role="menuitem"
            tabIndex={-1}
            data-stop
            class="attach-item"
            onClick={() => props.choose(item)}
          >
            <Icon name={suggestionIcon(item)} />
            <span>{item.label}</span>
          </button>
        </div>
      ))}
    </div>
  );
}
