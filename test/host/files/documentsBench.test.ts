import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { AgentFiles } from '../../../src/agent/files/agentFiles.ts';
import { habitsOf } from '../../../src/agent/files/agentHabits.ts';
import { PathGuard } from '../../../src/agent/files/pathGuard.ts';
import { EditorDocuments } from '../../../src/vscode/files/editorDocuments.ts';
import { editorEncodings } from '../../../src/vscode/files/editorEncodings.ts';

const SMALL_WRITES = 1_000;
const OPEN_DOCUMENTS = 10;
const LINES = 100_000;
const HUNKS = 200;

/** Only on request: `test/bench/documents.bench.ts` runs it and reads the figures it writes. */
const figuresFile = process.env['ACCORD_BENCH_FIGURES'];

(figuresFile ? describe : describe.skip)('bench of open documents', () => {
  let folder = '';
  let documents: EditorDocuments;
  let files: AgentFiles;

  before(async () => {
    folder = await realpath(await mkdtemp(path.join(tmpdir(), 'accord-host-')));
    documents = new EditorDocuments();
    const guard = await PathGuard.create({ roots: [folder], consent: { ask: async () => 'deny' } });
    const habits = habitsOf(undefined);
    files = new AgentFiles({ guard, documents, encodings: editorEncodings, habits });
  });

  after(async () => {
    documents.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(folder, { recursive: true, force: true });
  });

  const open = async (name: string, text: string): Promise<string> => {
    const file = path.join(folder, name);
    await writeFile(file, text);
    await vscode.window.showTextDocument(vscode.Uri.file(file), { preview: false });
    return file;
  };

  it('takes its figures', async function () {
    this.timeout(240_000);
    const small: string[] = [];
    for (let n = 0; n < OPEN_DOCUMENTS; n += 1) {
      small.push(await open(`${n}.txt`, 'one\ntwo\nthree\n'));
    }
    const stalls = new Stalls();
    const startMs = performance.now();
    for (let n = 0; n < SMALL_WRITES; n += 1) {
      await files.write({ path: small[n % small.length] ?? '', content: `one\n${n}\nthree\n` });
    }
    const smallMs = performance.now() - startMs;
    const longestStallMs = stalls.end();
    const lines = Array.from({ length: LINES }, (_, n) => `const value${n} = ${n};\n`);
    const large = await open('large.txt', lines.join(''));
    await files.read({ path: large });
    const content = lines
      .map((line, n) => (n % (LINES / HUNKS) === 7 ? `new ${line}` : line))
      .join('');
    const largeStartMs = performance.now();
    const largeStartCpuMs = cpuMs();
    await files.write({ path: large, content });
    const figures = {
      smallWriteMs: smallMs / SMALL_WRITES,
      longestStallMs,
      largeWriteMs: performance.now() - largeStartMs,
      largeWriteCpuMs: cpuMs() - largeStartCpuMs,
    };
    await writeFile(figuresFile ?? '', JSON.stringify(figures));
  });
});

/** Time of the processor and not of the clock: other work on the machine does not count. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** How long the extension host was busy, at the longest, without looking at what else there is to do. */
class Stalls {
  #longestMs = 0;
  #last = { wallMs: performance.now(), cpuMs: cpuMs() };
  readonly #timer = setInterval(() => {
    const now = { wallMs: performance.now(), cpuMs: cpuMs() };
    const busyMs = Math.min(now.wallMs - this.#last.wallMs, now.cpuMs - this.#last.cpuMs);
    this.#longestMs = Math.max(this.#longestMs, busyMs);
    this.#last = now;
  }, 1);

  end(): number {
    clearInterval(this.#timer);
    return this.#longestMs;
  }
}
