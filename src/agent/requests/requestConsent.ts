import { randomUUID } from 'node:crypto';
import { revealText } from '../../core/permission/revealText.ts';
import type { PermissionChoice } from '../../core/session/transcript/entry.ts';
import type { ConsentAnswer, ConsentRequest, PathOperation } from '../files/consent.ts';
import type { RequestSession } from './clientRequests.ts';
import { localizable, t } from '../../core/l10n.ts';

const ONCE: PermissionChoice = {
  optionId: 'once',
  name: localizable('Just this once'),
  kind: 'allow_once',
};
const DENY: PermissionChoice = {
  optionId: 'deny',
  name: localizable("Don't allow"),
  kind: 'reject_once',
};

/** Asks the user in the conversation. Shows what will be done and not what the agent says about it. */
export async function requestConsent(
  session: RequestSession,
  request: ConsentRequest,
  signal?: AbortSignal,
): Promise<ConsentAnswer> {
  const optionId = await session.ask(
    {
      toolCall: {
        toolCallId: `accord-${randomUUID()}`,
        title: titleOf(request),
        kind: kindOf(request),
        content: [
          { type: 'content', content: { type: 'text', text: detailOf(request).join('\n') } },
        ],
      },
      choices: [translated(ONCE), ...folderChoices(request), translated(DENY)],
    },
    signal,
  );
  return optionId === 'once' || optionId === 'folder' ? optionId : 'deny';
}

const translated = (choice: PermissionChoice): PermissionChoice => ({
  ...choice,
  name: t(choice.name),
});

/** The choice names the folder, because the path in question may lead elsewhere. */
const folderChoices = (request: ConsentRequest): readonly PermissionChoice[] =>
  request.kind === 'path' && request.folder !== undefined
    ? [
        {
          optionId: 'folder',
          name: t('Everything in {0} until the session ends', visibleText(request.folder)),
          kind: 'allow_always',
        },
      ]
    : [];

/** Whole sentences, because other languages do not join a verb and its object in the same way. */
const TITLES: Readonly<
  Record<PathOperation, Readonly<Record<(ConsentRequest & { kind: 'path' })['why'], string>>>
> = {
  read: {
    outside: localizable('Read a file outside the workspace'),
    'runs code': localizable('Read a file that can run code'),
    secret: localizable('Read a file that may contain secrets'),
  },
  write: {
    outside: localizable('Write a file outside the workspace'),
    'runs code': localizable('Write a file that can run code'),
    secret: localizable('Write a file that may contain secrets'),
  },
  run: {
    outside: localizable('Run a command in a folder outside the workspace'),
    'runs code': localizable('Run a command in a folder that can run code'),
    secret: localizable('Run a command in a folder that may contain secrets'),
  },
};

const COMMAND_TITLES: Readonly<Record<(ConsentRequest & { kind: 'command' })['why'], string>> = {
  remote: localizable('A remote agent wants to run a command on this machine'),
  background: localizable('Run a command while no turn is running'),
  rule: localizable('Run a command (your rules require asking)'),
  task: localizable('Run a VS Code task'),
};

const FILE_TITLES: Readonly<
  Record<(ConsentRequest & { kind: 'file' })['why'], Readonly<Record<'read' | 'write', string>>>
> = {
  background: {
    read: localizable('Read a file while no turn is running'),
    write: localizable('Write a file while no turn is running'),
  },
  rule: {
    read: localizable('Read a file (your rules require asking)'),
    write: localizable('Write a file (your rules require asking)'),
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
      return t('Run a command with {0} set', Object.keys(request.env).map(visibleText).join(', '));
    case 'program':
      return t('Run a program in the workspace');
    case 'command':
      return t(COMMAND_TITLES[request.why]);
    case 'file':
      return t(FILE_TITLES[request.why][request.operation]);
    case 'tool':
      return t('Use the VS Code tool {0}', visibleText(request.name));
  }
}

function detailOf(request: ConsentRequest): readonly string[] {
  switch (request.kind) {
    case 'path':
      return [...pathLines(request), ...(request.what ? [`(${t(request.what)})`] : [])];
    case 'file':
      return pathLines(request);
    case 'command':
      return [
        visibleText(request.command),
        t('in {0}', visibleText(request.cwd)),
        ...variableLines(request.env),
      ];
    case 'environment':
      return [visibleText(request.command), ...variableLines(request.env)];
    case 'program':
      return [visibleText(request.command), `→ ${visibleText(request.program)}`];
    case 'tool':
      return [visibleText(request.input)];
  }
}

/** A path, and where it leads if it is a link. */
const pathLines = ({
  requested,
  real,
}: {
  readonly requested: string;
  readonly real: string;
}): readonly string[] => (requested === real ? [real] : [requested, `→ ${real}`]).map(visibleText);

const variableLines = (env: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(env).map(([name, value]) => visibleText(`${name}=${value}`));

/** A path or command on one line, with everything made visible that could hide something. */
const visibleText = (text: string): string =>
  revealText(text)
    .map(piece =>
      piece.kind === 'run' ? t(REPEATED_CHARACTERS[piece.of], piece.count) : piece.text,
    )
    .join('')
    .replaceAll(/\s*\n/g, ' ⏎ ');

function kindOf(request: ConsentRequest): 'read' | 'edit' | 'execute' | 'other' {
  switch (request.kind) {
    case 'path':
      return request.operation === 'run'
        ? 'execute'
        : request.operation === 'write'
          ? 'edit'
          : 'read';
    case 'file':
      return request.operation === 'write' ? 'edit' : 'read';
    case 'environment':
    case 'program':
    case 'command':
      return 'execute';
    case 'tool':
      return 'other';
  }
}
