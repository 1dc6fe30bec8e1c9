import type { JSX } from 'preact';
import { getSuspiciousCharacters, revealText } from '../../../core/permission/revealText.ts';
import type { PermissionEntry } from '../../../core/session/transcript/entry.ts';
import { Icon } from '../../ui/icon.tsx';
import { t, type StringKey } from '../../ui/strings.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { RevealedText } from '../content/revealedText.tsx';
import { RequestingSubagent } from './requestingSubagent.tsx';
import { PermissionContent } from './permissionContent.tsx';
import { toolIcon } from '../tool/toolIcon.ts';

/** A longer title does not fit on the first line. */
const HEAD_TITLE_CHARS = 120;

/** What is requested, in our words, and the title of the agent, unless it is long or could mislead. */
export function PermissionHead({ entry }: { entry: PermissionEntry }): JSX.Element {
  return (
    <div class="request-head">
      <Icon name={toolIcon(entry.toolKind)} />
      <span>
        <RequestingSubagent name={entry.asker} />
        <strong>{t(askKey(entry.toolKind))}</strong>
        {isTitleInHead(entry) ? <span dir="auto"> {t('quoted', entry.title.trim())}</span> : null}
      </span>
    </div>
  );
}

/** What permission is requested for: the command, the paths and the change, all as plain text. */
export function PermissionSubjectView({ entry }: { entry: PermissionEntry }): JSX.Element {
  const { command, input } = entry;
  const hasWork = command !== undefined || entry.content.length > 0;
  return (
    <div class="request-subject">
      {hasTitle(entry) && !isTitleInHead(entry) ? (
        <div class="request-title">
          <RevealedText text={entry.title} />
        </div>
      ) : null}
      {command === undefined ? null : <RevealedText text={command} />}
      {locationsToShow(entry).map(path => (
        <div key={path} class="request-where">
          <RevealedText text={path} />
        </div>
      ))}
      <PermissionContent entry={entry} />
      <Input input={input} isAll={!hasWork} />
    </div>
  );
}

/** Many agents use the command as the title, some in backticks. */
const hasTitle = ({ title, command }: PermissionEntry): boolean =>
  title.trim() !== '' && title.trim().replace(/^`(.*)`$/s, '$1') !== command?.trim();

const isTitleInHead = (entry: PermissionEntry): boolean =>
  hasTitle(entry) && entry.title.length <= HEAD_TITLE_CHARS && isPlainText(entry.title);

/** Whether a text has nothing in it that `RevealedText` would mark. */
function isPlainText(text: string): boolean {
  const pieces = revealText(text);
  return (
    pieces.every(({ kind }) => kind === 'text') &&
    getSuspiciousCharacters(pieces).length === 0 &&
    !text.includes('\n')
  );
}

/** The paths of the request that its first line does not name. */
function locationsToShow(entry: PermissionEntry): readonly string[] {
  const changed = entry.content.flatMap(part => (part.kind === 'diff' ? [part.path] : []));
  const paths = new Set([...entry.locations.map(({ path }) => path), ...changed]);
  return [...paths].filter(path => !isTitleInHead(entry) || !entry.title.includes(path));
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
