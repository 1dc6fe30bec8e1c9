import { randomUUID } from 'node:crypto';
import { revealText } from '../../core/permission/revealText.ts';
import { fenceBackticks } from '../../core/text/codeFence.ts';
import type { PermissionChoice } from '../../core/session/transcript/entry.ts';
import type { Consent, ConsentAnswer, ConsentRequest, PathOperation } from '../files/consent.ts';
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

/** Asks in the conversation where the request belongs. What is shown is what will be done, not what the agent says. */
export function createConsent(session: RequestSession): Consent {
  return {
    ask: async (question, signal) => {
      const isFolder = question.kind === 'path' && question.why === 'outside';
      const chosen = await session.ask(
        {
          toolCall: {
            toolCallId: `accord-${randomUUID()}`,
            title: titleOf(question),
            kind: kindOf(question),
            content: [{ type: 'content', content: { type: 'text', text: detailOf(question) } }],
          },
          choices: (isFolder ? [ONCE, FOLDER, DENY] : [ONCE, DENY]).map(choice => ({
            ...choice,
            name: t(choice.name),
          })),
        },
        signal,
      );
      return answerOf(chosen);
    },
  };
}

/** Whatever is not a yes is a no. */
const answerOf = (optionId: string | undefined): ConsentAnswer =>
  optionId === 'once' || optionId === 'folder' ? optionId : 'deny';

/** Whole sentences: a verb and its object do not join in the same way in every language. */
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

const RUNS = {
  spaces: localizable('<{0} spaces>'),
  tabs: localizable('<{0} tabs>'),
  lineBreaks: localizable('<{0} line breaks>'),
} as const;

function titleOf(question: ConsentRequest): string {
  switch (question.kind) {
    case 'path':
      return t(TITLES[question.operation][question.why]);
    case 'environment':
      return t('Run a command with {0} set', question.names.map(visibleText).join(', '));
    case 'program':
      return t('Run a program that lies in the workspace');
  }
}

function detailOf(question: ConsentRequest): string {
  switch (question.kind) {
    case 'path': {
      const { requested, real, what } = question;
      const way = requested === real ? [real] : [requested, `→ ${real}`];
      return inCode([...way.map(visibleText), ...(what ? [`(${t(what)})`] : [])]);
    }
    case 'environment':
      return inCode([visibleText(question.command)]);
    case 'program':
      return inCode([visibleText(question.command), `→ ${visibleText(question.program)}`]);
  }
}

/** A path or command with everything told that could hide something, on one line. */
const visibleText = (text: string): string =>
  revealText(text)
    .map(piece => (piece.kind === 'run' ? t(RUNS[piece.of], piece.count) : piece.text))
    .join('')
    .replaceAll(/\s*\n/g, ' ⏎ ');

/** The text is shown as Markdown; a path must not be read as such. */
function inCode(lines: readonly string[]): string {
  const ticks = fenceBackticks(lines.join(''));
  return [ticks, ...lines, ticks].join('\n');
}

const kindOf = (question: ConsentRequest): 'read' | 'edit' | 'execute' => {
  if (question.kind !== 'path' || question.operation === 'run') {
    return 'execute';
  }
  return question.operation === 'write' ? 'edit' : 'read';
};
