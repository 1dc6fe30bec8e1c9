import type { JSX } from 'preact';
import type { PermissionEntry } from '../../../core/session/transcript/entry.ts';
import { Icon } from '../../ui/icon.tsx';
import { t, type StringKey } from '../../ui/strings.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { RevealedText } from '../content/revealedText.tsx';
import { PermissionContent } from './permissionContent.tsx';
import { toolIcon } from '../tool/toolIcon.ts';

/** What permission is requested for: the command, the paths and the change, all as plain text. */
export function PermissionDetails({ entry }: { entry: PermissionEntry }): JSX.Element {
  const { command, input } = entry;
  const showsTitle = entry.title !== '' && entry.title !== command;
  const hasWork = command !== undefined || entry.content.length > 0;
  return (
    <div class="request-subject">
      <div class="request-head">
        <Icon name={toolIcon(entry.toolKind)} />
        <span>{t(askKey(entry.toolKind))}</span>
      </div>
      {showsTitle ? (
        <div class="request-title">
          <RevealedText text={entry.title} />
        </div>
      ) : null}
      {command === undefined ? null : <RevealedText text={command} />}
      {entry.locations.map(({ path }) => (
        <RevealedText key={path} text={path} />
      ))}
      <PermissionContent entry={entry} />
      <Input input={input} isAll={!hasWork} />
    </div>
  );
}

/** The arguments of the call: shown directly if nothing else describes the request, else on demand. */
function Input(props: { input: string | undefined; isAll: boolean }): JSX.Element | null {
  const { input, isAll } = props;
  if (input === undefined || input === '{}') {
    return null;
  }
  const text = <RevealedText text={input} />;
  return isAll ? text : <Disclosure icon="tool" head={t('input')} body={() => text} />;
}

function askKey(kind: PermissionEntry['toolKind']): StringKey {
  switch (kind) {
    case 'read':
      return 'asksRead';
    case 'edit':
      return 'asksEdit';
    case 'delete':
      return 'asksDelete';
    case 'move':
      return 'asksMove';
    case 'search':
      return 'asksSearch';
    case 'execute':
      return 'asksExecute';
    case 'think':
      return 'asksThink';
    case 'fetch':
      return 'asksFetch';
    case 'switch_mode':
      return 'asksSwitch';
    case 'other':
    default: // A kind that a newer agent may send.
      return 'asksOther';
  }
}
