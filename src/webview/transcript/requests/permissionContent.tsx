import type { JSX } from 'preact';
import type { PermissionEntry, ToolContent } from '../../../core/session/transcript/entry.ts';
import { t } from '../../ui/strings.ts';
import { RevealedText } from '../content/revealedText.tsx';
import { DiffView } from '../tool/diffView.tsx';
import { TerminalBox } from '../terminal/terminalBox.tsx';

/**
 * What a permission request contains besides the command and the paths. Nothing is rendered: Markdown could hide what the user
 * approves, and an image could look like a part of the page.
 */
export function PermissionContent({ entry }: { entry: PermissionEntry }): JSX.Element {
  return (
    <>
      {entry.content.map((part, index) => (
        <Part key={index} {...{ entry, part, index }} />
      ))}
    </>
  );
}

function Part(props: { entry: PermissionEntry; part: ToolContent; index: number }): JSX.Element {
  const { entry, part, index } = props;
  switch (part.kind) {
    case 'block':
      return <RevealedText text={toPlainText(part.block)} />;
    case 'diff':
      return (
        <DiffView
          diff={part}
          note={entry.source === 'client' ? undefined : t('claimedDiff')}
          requestId={entry.id}
          index={index}
        />
      );
    case 'terminal':
      return <TerminalBox id={part.terminalId} />;
  }
}

type Block = Extract<ToolContent, { kind: 'block' }>['block'];

function toPlainText(block: Block): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
    case 'audio':
      return t('mediaNotShown', block.mimeType);
    case 'resource_link':
      return [block.title, block.name, block.uri].filter(Boolean).join('\n');
    case 'resource': {
      const { resource } = block;
      return 'text' in resource ? `${resource.uri}\n${resource.text}` : resource.uri;
    }
    default:
      return t('unknownBlock'); // A kind of block that a newer agent may send.
  }
}
