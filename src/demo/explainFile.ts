import { basename } from 'node:path';
import { getErrorMessage } from '../core/errors.ts';
import { readTextFile } from './clientMethods.ts';
import { getOutline } from './outline.ts';
import type { SourceFile } from './sourceFile.ts';
import type { DemoTurn } from './demoTurn.ts';
import { formatCount } from './describeDeclaration.ts';

const MAX_ROWS = 8;
const EXCERPT_LINES = 12;

/** Reads a file and reports it as a tool call. Undefined if that fails, after the user was told why. */
export async function readWithToolCall(
  turn: DemoTurn,
  file: SourceFile,
): Promise<string | undefined> {
  try {
    let text = '';
    await turn.runTool(
      {
        title: `Read ${file.displayPath}`,
        kind: 'read',
        locations: [{ path: file.path, line: 1 }],
      },
      async () => {
        text = await readTextFile(turn, file.path);
        return { rawOutput: { characters: text.length } };
      },
    );
    return text;
  } catch (error) {
    turn.signal.throwIfAborted();
    await turn.say(`I couldn't read \`${file.displayPath}\`: ${getErrorMessage(error)}`);
    return undefined;
  }
}

/** Explains a file with a heading, a list, a table and an excerpt. */
export async function explainFile(turn: DemoTurn, file: SourceFile, text: string): Promise<void> {
  await turn.say(getExplanation(file, text));
}

function getExplanation(file: SourceFile, text: string): string {
  const { language } = file;
  const lines = text.replace(/\n$/, '').split('\n');
  const declarations = getOutline(text, language);
  const start = declarations[0]?.line ?? 0;
  const excerpt = lines
    .slice(start, start + EXCERPT_LINES)
    .join('\n')
    .trimEnd();
  const facts = [
    `- **${language.name}**, ${formatCount(lines.length, 'line').toLowerCase()}`,
    `- ${formatCount(declarations.length, 'declaration')} at the top level`,
    `- ${blankShare(lines)}% of the lines are blank`,
  ];
  const rows = declarations
    .slice(0, MAX_ROWS)
    .map(({ keyword, name, line }) => `| \`${name}\` | ${keyword} | ${line + 1} |`);
  const table =
    rows.length === 0 ? [] : ['', '| Name | Kind | Line |', '| --- | --- | --: |', ...rows];
  const fence = excerpt.includes('```') ? '~~~~' : '```';
  return [
    `### What's in \`${basename(file.displayPath)}\``,
    '',
    ...facts,
    ...table,
    '',
    'It starts like this:',
    '',
    `${fence}${language.fence}`,
    excerpt,
    fence,
  ].join('\n');
}

function blankShare(lines: readonly string[]): number {
  return Math.round((100 * lines.filter(line => line.trim() === '').length) / lines.length);
}
