import { randomUUID } from 'node:crypto';
import { revealText } from '../../core/permission/revealText.ts';
import { fenceBackticks } from '../../core/text/codeFence.ts';
import type { PermissionChoice } from '../../core/session/transcript/entry.ts';
import type { ConsentAnswer, ConsentRequest, PathOperation } from '../files/consent.ts';
import type { RequestSession } from './clientRequests.ts';
import { localizable, t } from '../../core/l10n.ts';

const ONCE: PermissionChoice = {
  optionId: 'once',
  name: localizable('Only this time'),
  kind: 'allow_once',
};
const FOLDER: PermissionChoice = {
  optionId: 'folder',
  name: localizable('Everything in this folder, until the session ends'),
  kind: 'allow_always',
};
const DENY: PermissionChoice = {
  optionId: 'deny',
  name: localizable('Do not allow it'),
  kind: 'reject_once',
};

/** Asks the user in the conversation. Shows what will be done and not what the agent says about it. */
export async function requestConsent(
  session: RequestSession,
  request: ConsentRequest,
  signal?: AbortSignal,
): Promise<ConsentAnswer> {
  const hasFolderChoice = request.kind === 'path' && request.why === 'outside';
  const choices = hasFolderChoice ? [ONCE, FOLDER, DENY] : [ONCE, DENY];
  const optionId = await session.ask(
    {
      toolCall: {
        toolCallId: `accord-${randomUUID()}`,
        title: titleOf(request),
        kind: kindOf(request),
        content: [{ type: 'content', content: { type: 'text', text: detailOf(request) } }],
      },
      choices: choices.map(choice => ({ ...choice, name: t(choice.name) })),
    },
    signal,
  );
  return optionId === 'once' || optionId === 'folder' ? optionId : 'deny';
}

/** Whole sentences, because other languages do not join a verb and its object in the same way. */
const TITLES: Readonly<
  Record<PathOperation, Readonly<Record<(ConsentRequest & { kind: 'path' })['why'], string>>>
> = {
  read: {
    outside: localizable('Read a file outside the workspace'),
    'runs code': localizable('Read a file that can run code'),
    secret: localizable('Read a file that may hold secrets'),
  },
  write: {
    outside: localizable('Write a file outside the workspace'),
    'runs code': localizable('Write a file that can run code'),
    secret: localizable('Write a file that may hold secrets'),
  },
  run: {
    outside: localizable('Run a command in a folder outside the workspace'),
    'runs code': localizable('Run a command in a folder that can run code'),
    secret: localizable('Run a command in a folder that may hold secrets'),
  },
};

const REPEATED_CHARACTERS = {
  spaces: localizable('<{0} spaces>'),
  tabs: localizable('<{0} tabs>'),
  lineBreaks: localizable('<{0} line breaks>'),
} as const;

function titleOf(request: ConsentRequest): string {
  switch (request.kind) {
    case 'path':
      return t(TITLES[request.operation][request.why]);
    case 'environment':
      return t('Run a command with {0} set', request.names.map(visibleText).join(', '));
    case 'program':
      return t('Run a program that lies in the workspace');
  }
}

function detailOf(request: ConsentRequest): string {
  switch (request.kind) {
    case 'path': {
      const { requested, real, what } = request;
      const path = requested === real ? [real] : [requested, `→ ${real}`];
      return toCodeBlock([...path.map(visibleText), ...(what ? [`(${t(what)})`] : [])]);
    }
    case 'environment':
      return toCodeBlock([visibleText(request.command)]);
    case 'program':
      return toCodeBlock([visibleText(request.command), `→ ${visibleText(request.program)}`]);
  }
}

/** A path or command on one line, with everything made visible that could hide something. */
const visibleText = (text: string): string =>
  revealText(text)
    .map(piece =>
      piece.kind === 'run' ? t(REPEATED_CHARACTERS[piece.of], piece.count) : piece.text,
    )
    .join('')
    .replaceAll(/\s*\n/g, ' ⏎ ');

/** Puts lines into a code block, because the text is shown as Markdown. */
function toCodeBlock(lines: readonly string[]): string {
  const ticks = fenceBackticks(lines.join(''));
  return [ticks, ...lines, ticks].join('\n');
}

const kindOf = (request: ConsentRequest): 'read' | 'edit' | 'execute' => {
  if (request.kind !== 'path' || request.operation === 'run') {
    return 'execute';
  }
  return request.operation === 'write' ? 'edit' : 'read';
};
