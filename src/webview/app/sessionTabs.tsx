import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ChatShell, SessionSummary } from '../../core/chat/chatViewState.ts';
import {
  CloseSession,
  NAME_LIMIT_CHARS,
  NewSession,
  RenameSession,
  SelectSession,
} from '../../core/chat/messages.ts';
import { useComposer } from '../state/composerContext.ts';
import { useHost } from '../state/host.ts';
import { IconButton } from '../ui/iconButton.tsx';
import { t, type StringKey } from '../ui/strings.ts';

const stateKeys: Readonly<Record<SessionSummary['state'], StringKey>> = {
  starting: 'stateStarting',
  working: 'stateWorking',
  waiting: 'stateWaiting',
  done: 'stateDone',
  failed: 'statusFailed',
  idle: 'stateIdle',
};

/** The open sessions and their states. */
export function SessionTabs(props: {
  shell: ChatShell;
  shownId: string | undefined;
}): JSX.Element | null {
  const host = useHost();
  const composer = useComposer();
  const { sessions } = props.shell;
  const list = useRef<HTMLUListElement>(null);
  // Keeps the current tab visible when the list changes or the side bar is resized.
  useLayoutEffect(() => {
    const reveal = (): void =>
      list.current
        ?.querySelector('.shown')
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const observer = new ResizeObserver(reveal);
    if (list.current) {
      observer.observe(list.current);
    }
    reveal();
    return () => observer.disconnect();
  }, [props.shownId, sessions.length]);
  return sessions.length === 0 ? null : (
    <nav class="sessions" aria-label={t('sessions')}>
      <ul ref={list}>
        {sessions.map(session => (
          <SessionTab key={session.id} session={session} isShown={session.id === props.shownId} />
        ))}
      </ul>
      <IconButton
        icon="add"
        label={t('newSession')}
        onClick={() => {
          host.sendNotification(NewSession, {});
          composer.focus();
        }}
      />
    </nav>
  );
}

function SessionTab(props: { session: SessionSummary; isShown: boolean }): JSX.Element {
  const host = useHost();
  const composer = useComposer();
  const [isNaming, setNaming] = useState(false);
  const item = useRef<HTMLLIElement>(null);
  const returnsFocus = useRef(false);
  // After renaming with the keyboard, the focus goes back to the tab.
  useLayoutEffect(() => {
    if (returnsFocus.current && !isNaming) {
      item.current?.querySelector('button')?.focus();
    }
  }, [isNaming]);
  const finishNaming = (byKey: boolean): void => {
    returnsFocus.current = byKey;
    setNaming(false);
  };
  const { id, title, canFork } = props.session;
  const name = title || t('untitled');
  // The context of VS Code's own context menu, which also opens with Shift+F10.
  const menu = {
    webviewSection: 'accordSession',
    sessionId: id,
    accordCanFork: canFork,
    preventDefaultContextMenuItems: true,
  };
  return (
    <li
      ref={item}
      class={props.isShown ? 'session shown' : 'session'}
      data-vscode-context={JSON.stringify(menu)}
    >
      {isNaming ? (
        <NameField session={props.session} done={finishNaming} />
      ) : (
        <NameButton {...props} rename={() => setNaming(true)} />
      )}
      <IconButton
        icon="close"
        label={t('closeSession', name)}
        onClick={() => {
          host.sendNotification(CloseSession, { sessionId: id });
          composer.focus(); // This button is removed, and would take the focus with it.
        }}
      />
    </li>
  );
}

function NameButton(props: {
  session: SessionSummary;
  isShown: boolean;
  rename: () => void;
}): JSX.Element {
  const host = useHost();
  const { id, title, agentName, state } = props.session;
  const name = title || t('untitled');
  const stateLabel = t(stateKeys[state]);
  return (
    <button
      type="button"
      class="session-name"
      title={t('sessionTabTip', name, agentName, stateLabel)}
      aria-current={props.isShown}
      onClick={() => host.sendNotification(SelectSession, { sessionId: id })}
      onDblClick={props.rename}
      onKeyDown={event => {
        if (event.key === 'F2') {
          event.preventDefault();
          props.rename();
        }
      }}
    >
      <span class={`dot ${state}`} role="img" aria-label={stateLabel} />
      <span class="session-title" dir="auto">
        {name}
      </span>
    </button>
  );
}

/** Enter and losing the focus accept the name, Escape does not. */
function NameField(props: {
  session: SessionSummary;
  done: (byKey: boolean) => void;
}): JSX.Element {
  const host = useHost();
  const { id, title } = props.session;
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  useLayoutEffect(() => field.current?.select(), []);
  const end = (name: string, byKey: boolean): void => {
    if (isOver.current) {
      return; // Removing the field from the page blurs it.
    }
    isOver.current = true;
    if (name !== title) {
      host.sendNotification(RenameSession, { sessionId: id, name });
    }
    props.done(byKey);
  };
  return (
    <input
      ref={field}
      class="session-field"
      aria-label={t('sessionName')}
      dir="auto"
      defaultValue={title}
      maxLength={NAME_LIMIT_CHARS}
      onBlur={event => end(event.currentTarget.value, false)}
      onKeyDown={event => {
        if (event.isComposing) {
          return; // The key belongs to the input method.
        }
        if (event.key === 'Enter') {
          end(event.currentTarget.value, true);
        } else if (event.key === 'Escape') {
          end(title, true);
        }
      }}
    />
  );
}
