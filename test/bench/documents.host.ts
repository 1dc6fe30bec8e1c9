import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { AgentFiles } from '../../src/agent/files/agentFiles.ts';
import { getAgentQuirks } from '../../src/core/catalog/agentQuirks.ts';
import { PathGuard } from '../../src/agent/files/pathGuard.ts';
import { EditorDocuments } from '../../src/vscode/files/editorDocuments.ts';
import { SavedTexts } from '../../src/vscode/files/savedTexts.ts';
import { editorEncodings } from '../../src/vscode/files/editorEncodings.ts';
import { cpuMs, Stalls, type LongestStall } from './stalls.ts';
import { createTemporaryFolder, removeFolder } from '../harness/createTemporaryFolder.ts';

const OPEN_DOCUMENTS = 10;

/** Makes many small writes, one after the other, to several open documents. */
export async function manySmallWrites(
  count: number,
): Promise<{ readonly eachMs: number; readonly stall: LongestStall }> {
  return withFiles(async (files, folder) => {
    const small: string[] = [];
    for (let n = 0; n < OPEN_DOCUMENTS; n += 1) {
      small.push(await opened(path.join(folder, `${n}.txt`), 'one\ntwo\nthree\n'));
    }
    const stalls = new Stalls();
    const startMs = performance.now();
    for (let n = 0; n < count; n += 1) {
      await files.write({ path: small[n % small.length] ?? '', content: `one\n${n}\nthree\n` });
    }
    return { eachMs: (performance.now() - startMs) / count, stall: stalls.end() };
  });
}

/** Makes several writes to a long open document, each with the given number of hunks. */
export async function largeWrites(
  lineCount: number,
  hunkCount: number,
  rounds: number,
): Promise<readonly { readonly wholeMs: number; readonly workMs: number }[]> {
  return withFiles(async (files, folder) => {
    const lines = Array.from({ length: lineCount }, (_, n) => `const value${n} = ${n};\n`);
    const large = await opened(path.join(folder, 'large.txt'), lines.join(''));
    await files.read({ path: large });
    const times: { readonly wholeMs: number; readonly workMs: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const content = lines
        .map((line, n) => (n % (lineCount / hunkCount) === 7 ? `${round} ${line}` : line))
        .join('');
      const [startMs, startCpuMs] = [performance.now(), cpuMs()];
      await files.write({ path: large, content });
      times.push({ wholeMs: performance.now() - startMs, workMs: cpuMs() - startCpuMs });
    }
    return times;
  });
}

async function withFiles<T>(task: (files: AgentFiles, folder: string) => Promise<T>): Promise<T> {
  const folder = await createTemporaryFolder('bench');
  const savedTexts = new SavedTexts();
  const documents = new EditorDocuments(savedTexts);
  const guard = await PathGuard.create({ roots: [folder], consent: { ask: async () => 'deny' } });
  const quirks = getAgentQuirks(undefined);
  const files = new AgentFiles({ guard, documents, encodings: editorEncodings, quirks });
  try {
    return await task(files, folder);
  } finally {
    savedTexts.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await removeFolder(folder);
  }
}

async function opened(file: string, text: string): Promise<string> {
  await writeFile(file, text);
  await vscode.window.showTextDocument(vscode.Uri.file(file), { preview: false });
  return file;
}
