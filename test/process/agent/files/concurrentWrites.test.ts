import fc from 'fast-check';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type {
  DocumentChange,
  DocumentWriteResult,
  Documents,
  OpenDocument,
} from '../../../../src/agent/files/documents.ts';
import { createAgentFiles } from './createAgentFiles.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

const START = Array.from({ length: 40 }, (_, n) => `line ${n}\n`);

/** A document for a real file, as an editor keeps it: with unsaved text, and reloaded while it is clean. */
class Editor implements Documents {
  #text = START.join('');
  #saved = this.#text;
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  get #isDirty(): boolean {
    return this.#text !== this.#saved;
  }

  /** Another program changed the file. A clean document is reloaded. */
  async changedOnDisk(): Promise<void> {
    if (!this.#isDirty) {
      this.#text = await readFile(this.#path, 'utf8');
      this.#saved = this.#text;
    }
  }

  type(line: number, text: string): void {
    this.#text = withLine(this.#text, line, text);
  }

  async read(): Promise<OpenDocument> {
    return { text: this.#text, isDirty: this.#isDirty, saved: this.#saved };
  }

  async write(
    _: unknown,
    { before, after, isDiskAhead }: DocumentChange,
  ): Promise<DocumentWriteResult> {
    if (this.#text !== before) {
      return { kind: this.#isDirty ? 'changed' : 'closed' };
    }
    const disk = await readFile(this.#path, 'utf8');
    if (disk !== this.#saved && !isDiskAhead) {
      return { kind: 'changed' }; // VS Code would refuse to overwrite it.
    }
    this.#text = after;
    this.#saved = after;
    await writeFile(this.#path, after);
    return { kind: 'written', text: after };
  }
}

/** A line is identified by the number at its start; the rest of the line names the last author. */
const withLine = (text: string, line: number, words: string): string =>
  text.replace(new RegExp(`^line ${line}( .*)?$`, 'm'), `line ${line} ${words}`);

type Action = { readonly by: 'user' | 'agent' | 'command' | 'read'; readonly line: number };

/** Each author has lines of its own, separated by others, so that no edit may be lost. */
const OWN: Readonly<Record<Action['by'], number>> = { user: 0, agent: 2, command: 4, read: 0 };

describe('a user, an agent and commands on one file', () => {
  it('lose nothing of each other, in any order of writes', async () => {
    const folder = await temporaryFolder();
    const action = fc.record({
      by: fc.constantFrom<Action['by']>('user', 'agent', 'command', 'read'),
      line: fc.nat(5).map(n => n * 6),
    });
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 25 }), async actions => {
        round += 1;
        const path = join(folder, `${round}.txt`);
        await writeFile(path, START.join(''));
        const editor = new Editor(path);
        const files = await createAgentFiles(folder, { documents: editor });
        let believed = (await files.read({ path })).content;
        const last = new Map<number, string>();
        for (const [n, { by, line }] of actions.entries()) {
          const target = line + OWN[by];
          const words = `${by} ${n}`;
          if (by === 'read') {
            believed = (await files.read({ path })).content;
            continue;
          }
          last.set(target, words);
          if (by === 'user') {
            editor.type(target, words);
          } else if (by === 'command') {
            await writeFile(path, withLine(await readFile(path, 'utf8'), target, words));
            await editor.changedOnDisk();
          } else {
            believed = withLine(believed, target, words);
            await files.write({ path, content: believed });
            await editor.changedOnDisk();
          }
        }
        // A last write by the agent merges everything.
        await files.write({ path, content: withLine(believed, 39, 'end') });
        const text = await readFile(path, 'utf8');
        for (const [line, words] of last) {
          expect(text).toContain(`line ${line} ${words}\n`);
        }
      }),
      { numRuns: 150 },
    );
  });
});
