import type { JSX } from 'preact';
import type { ChangedFile } from '../../../core/chat/changedFile.ts';
import type { PermissionEntry, ToolEntry } from '../../../core/session/transcript/entry.ts';
import { useCallChanges } from '../../state/reviewDetails.ts';
import { countLabel } from '../../ui/format/countLabel.ts';
import { t } from '../../ui/strings.ts';
import { ContentBlockView } from '../content/contentBlockView.tsx';
import { CallFileView } from './callFileView.tsx';
import { DiffView, type DiffContent } from './diffView.tsx';
import { inputToShow } from './inputToShow.ts';
import { TerminalBox } from '../terminal/terminalBox.tsx';
import { LocationLink, locationUri } from './locationLink.tsx';
import { RawText } from '../content/rawText.tsx';

/** Longer raw input and output is cut; all of it is in the protocol traffic. */
const RAW_LIMIT_CHARS = 20_000;

/** The details of a tool call: content, changes in files, locations, and the raw input and output. */
export function ToolBody({ entry }: { entry: ToolEntry }): JSX.Element {
  return (
    <>
      <ToolContents entry={entry} />
      <LocationLinks entry={entry} />
      <Raw name={t('input')} text={inputToShow(entry)} />
      <Raw name={t('output')} text={entry.content.length > 0 ? undefined : entry.output} />
    </>
  );
}

/**
 * Blocks, diffs and terminals, in the order of the agent. A diff is replaced by the hunks that are in the file because of
 * the call. Changes without a diff, of a command for example, come last.
 */
function ToolContents({ entry }: { entry: ToolEntry }): JSX.Element {
  const { content, callId } = entry;
  const changes = useCallChanges(callId);
  const files = changes?.files ?? [];
  const fileOf = ({ path }: DiffContent): ChangedFile | undefined =>
    files.find(({ target }) => isSamePath(target, path));
  const diffsOf = (file: ChangedFile): readonly DiffContent[] =>
    content.filter(part => part.kind === 'diff').filter(diff => fileOf(diff) === file);
  const others = files.filter(file => diffsOf(file).length === 0);
  return (
    <>
      {content.map((part, index) => {
        switch (part.kind) {
          case 'block':
            return <ContentBlockView key={index} block={part.block} />;
          case 'diff': {
            const file = fileOf(part);
            if (!file) {
              return <DiffView key={index} diff={part} />;
            }
            const diffs = diffsOf(file);
            return diffs[0] === part ? <CallFileView key={index} {...{ file, diffs }} /> : null;
          }
          case 'terminal':
            return <TerminalBox key={index} id={part.terminalId} />;
        }
      })}
      {others.map(file => (
        <CallFileView key={file.fileId} file={file} diffs={[]} />
      ))}
      {changes && changes.hidden > 0 ? (
        <p class="pending-more">{countLabel('moreFiles', changes.hidden)}</p>
      ) : null}
      {files.length === 0 && !hasDetails(entry) ? <span class="muted">{t('noChange')}</span> : null}
    </>
  );
}

/** Whether there is something to show besides the changes in files. */
export const hasDetails = (entry: ToolEntry): boolean =>
  entry.content.length > 0 ||
  inputToShow(entry) !== undefined ||
  entry.output !== undefined ||
  entry.locations.length > 1;

/** An agent may name a file relative to its folder. */
const isSamePath = (path: string, named: string): boolean =>
  path === named || normalized(path).endsWith(`/${normalized(named).replace(/^\.?\//, '')}`);

const normalized = (path: string): string => path.replaceAll('\\', '/');

function LocationLinks({ entry }: { entry: ToolEntry | PermissionEntry }): JSX.Element | null {
  return entry.locations.length < 2 ? null : (
    <div class="locations">
      {entry.locations.map(location => (
        <LocationLink key={locationUri(location)} location={location} />
      ))}
    </div>
  );
}

function Raw({ name, text }: { name: string; text: string | undefined }): JSX.Element | null {
  if (text === undefined || text === '' || text === '{}') {
    return null;
  }
  return (
    <div class="raw-text">
      <div class="raw-name">{name}</div>
      <RawText text={text} limitChars={RAW_LIMIT_CHARS} />
    </div>
  );
}
