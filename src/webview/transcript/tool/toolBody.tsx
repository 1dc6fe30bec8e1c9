import type { JSX } from 'preact';
import type {
  PermissionEntry,
  ToolContent,
  ToolEntry,
} from '../../../core/session/transcript/entry.ts';
import { t } from '../../ui/strings.ts';
import { ContentBlockView } from '../content/contentBlockView.tsx';
import { DiffView } from './diffView.tsx';
import { TerminalBox } from './terminalBox.tsx';
import { LocationLink, locationUri } from './locationLink.tsx';
import { RawText } from '../content/rawText.tsx';

/** Longer raw input and output is cut; all of it is in the protocol traffic. */
const RAW_LIMIT_CHARS = 20_000;

/** The details of a tool call: content, locations, and the raw input and output. */
export function ToolBody({ entry }: { entry: ToolEntry }): JSX.Element {
  return (
    <>
      <ToolContents content={entry.content} />
      <LocationLinks entry={entry} />
      <Raw name={t('input')} text={entry.input} />
      <Raw name={t('output')} text={entry.content.length > 0 ? undefined : entry.output} />
    </>
  );
}

/** Blocks, diffs and terminals, in the order of the agent. */
export function ToolContents({ content }: { content: readonly ToolContent[] }): JSX.Element {
  return (
    <>
      {content.map((part, index) => {
        switch (part.kind) {
          case 'block':
            return <ContentBlockView key={index} block={part.block} />;
          case 'diff':
            return <DiffView key={index} diff={part} />;
          case 'terminal':
            return <TerminalBox key={index} id={part.terminalId} />;
        }
      })}
    </>
  );
}

export function LocationLinks({
  entry,
}: {
  entry: ToolEntry | PermissionEntry;
}): JSX.Element | null {
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
