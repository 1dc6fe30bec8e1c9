import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Action, LineReplacement } from '../script/script.ts';
import { replaceLines } from './replaceLines.ts';
import type { RunningTurn, ScriptRun } from './scriptRun.ts';

type ActionOf<K extends Action['kind']> = Extract<Action, { kind: K }>;

/** More than is kept of an untracked file. */
const LARGE_BYTES = 2.5 * 1024 * 1024;

/** The files on disk, of which agents choose. */
async function chooseFile(run: ScriptRun, at: number): Promise<string | undefined> {
  const files = [...(await run.observe()).disk.keys()];
  return files[at % files.length];
}

const createLines = (run: ScriptRun, count: number): readonly string[] =>
  Array.from({ length: count }, () => run.lines.createLine('a'));

export async function agentEdits(run: ScriptRun, action: ActionOf<'agentEdit'>): Promise<void> {
  const file = await chooseFile(run, action.file);
  const turn = run.turns.get(action.agent);
  if (file === undefined || !turn) {
    return;
  }
  const added = createLines(run, action.add);
  const isText = !file.endsWith('.bin');
  if (action.how === 'protocol' && isText && (await writeByProtocol(turn, file, action, added))) {
    return;
  }
  const text = (await readFile(file)).toString('latin1');
  const bytes = Buffer.from(replaceLines(text, action, added), 'latin1');
  const commands = sedCommands(text, action, added);
  if (action.how === 'sed' && isText && text !== '' && commands.length > 0) {
    await promisify(execFile)('sed', ['-i', ...commands, file]);
  } else if (action.how === 'rename') {
    const { mode } = await stat(file);
    await writeFile(`${file}.tmp~`, bytes, { mode });
    await chmod(`${file}.tmp~`, mode);
    await rename(`${file}.tmp~`, file);
  } else if (action.how === 'terminal') {
    const encoded = bytes.toString('base64');
    await turn.call('run', {
      command: 'sh',
      args: ['-c', `echo ${encoded} | base64 -d > '${file}'`],
    });
  } else {
    await writeFile(file, bytes);
  }
}

/** The same replacement for sed, which counts lines from 1. */
function sedCommands(
  text: string,
  { at, remove }: LineReplacement,
  added: readonly string[],
): readonly string[] {
  const count = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  const line = Math.floor(at * (count + 1)) + 1;
  const end = text.includes('\r\n') ? '\r' : '';
  const insert = line > count ? '$a' : `${line}i`;
  const deletion = remove > 0 && line <= count ? [`${line},${line + remove - 1}d`] : [];
  return [...added.map(one => `${insert}\\${one}${end}`), ...deletion].flatMap(one => ['-e', one]);
}

/** Reads and writes through the client. Returns false if it refuses. */
async function writeByProtocol(
  turn: RunningTurn,
  file: string,
  replacement: LineReplacement,
  added: readonly string[],
): Promise<boolean> {
  const read = (await turn.call('fs/read_text_file', { path: file })) as {
    readonly result?: { readonly content: string };
  };
  if (!read.result) {
    return false;
  }
  const content = replaceLines(read.result.content, replacement, added);
  const written = (await turn.call('fs/write_text_file', { path: file, content })) as {
    readonly error?: unknown;
  };
  return written.error === undefined;
}

export async function agentCreates(run: ScriptRun, action: ActionOf<'agentCreate'>): Promise<void> {
  const { place, how } = action;
  const name = run.freshName();
  const inFolder = place === 'newFolder' ? path.join(name, 'deep', name) : name;
  const file = path.join(run.folder, `${inFolder}${place === 'ignored' ? '.ignored' : '.txt'}`);
  const content = createLines(run, action.lines)
    .map(line => `${line}\n`)
    .join('');
  if (how === 'protocol') {
    await run.turns.get(action.agent)?.call('fs/write_text_file', { path: file, content });
  } else {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

/** Creates what no copy is kept of. */
export async function agentCreatesUnkept(
  run: ScriptRun,
  { what }: ActionOf<'agentUnkept'>,
): Promise<void> {
  const name = run.freshName();
  const isLarge = what === 'large';
  const file = isLarge ? `${name}.large` : path.join('node_modules', name, 'index.js');
  await mkdir(path.dirname(path.join(run.folder, file)), { recursive: true });
  await writeFile(path.join(run.folder, file), name.repeat(isLarge ? LARGE_BYTES / 4 : 1));
  run.unkept.push(isLarge ? file : `${path.basename(run.folder)}/node_modules`);
}

export async function agentChangesFile(
  run: ScriptRun,
  action: ActionOf<'agentFile'>,
): Promise<void> {
  const file = await chooseFile(run, action.file);
  if (file === undefined || (await isDirty(run, file))) {
    return;
  }
  const { mode } = await stat(file);
  switch (action.action) {
    case 'move':
      return rename(file, run.movedPath(file));
    case 'delete':
      return rm(file);
    case 'recreate': {
      const text = (await readFile(file)).toString('latin1');
      const added = createLines(run, 1);
      await rm(file);
      const changed = replaceLines(text, { at: 0.5, remove: 1, add: 1 }, added);
      return writeFile(file, Buffer.from(changed, 'latin1'), { mode });
    }
    case 'chmod':
      return chmod(file, mode ^ 0o111);
  }
}

async function isDirty(run: ScriptRun, file: string): Promise<boolean> {
  return (await run.observe()).documents.get(file)?.isDirty === true;
}

export async function agentUsesGit(run: ScriptRun, action: ActionOf<'agentGit'>): Promise<void> {
  const file = await chooseFile(run, action.file);
  const shell = (command: string) =>
    promisify(execFile)('sh', ['-c', command], { cwd: run.window.folder });
  switch (action.action) {
    case 'stashAndPop':
      await shell('git stash push -q && git stash pop -q || true');
      return;
    case 'commit':
      await shell('git add -A; git commit -q -m agent || true');
      return;
    case 'checkout':
      if (file !== undefined && !(await isDirty(run, file))) {
        await shell(`git checkout -q -- '${file}' || true`);
      }
  }
}

/** Starts a process that writes a moment later, perhaps after the turn. */
export async function agentWritesLater(
  run: ScriptRun,
  action: ActionOf<'agentLater'>,
): Promise<void> {
  const file = await chooseFile(run, action.file);
  if (file === undefined || !/(?:plain|run|nested)\d+\.\w+$/.test(file)) {
    return;
  }
  const [line = ''] = createLines(run, 1);
  const done = path.join(path.dirname(run.window.folder), `${run.freshName()}.done`);
  run.awaited.push(done);
  await run.turns.get(action.agent)?.call('spawn', {
    command: `sleep 0.3; sed -i '1i\\${line.trim()}' '${file}'; touch '${done}'`,
  });
}
