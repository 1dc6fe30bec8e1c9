import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../../harness/waitUntil.ts';
import { isReviewed, pendingIn, proposedFiles, readDisk } from '../oracle/observe.ts';
import { acceptanceViolations, rejectionViolations } from '../oracle/violations.ts';
import { describeStep, type Script, type Step } from '../script/script.ts';
import type { RandomWindow } from '../window/randomWindow.ts';
import {
  agentChangesFile,
  agentCreates,
  agentCreatesUnkept,
  agentEdits,
  agentUsesGit,
  agentWritesLater,
} from './agentActions.ts';
import { userDecides } from './decisions.ts';
import { LostFileEvents, ScriptRun, Violation } from './scriptRun.ts';
import { saveAllDocuments, userActsOnDocument, userTypes, userUsesGit } from './userActions.ts';

/** Time for unwanted writes after the last decision to happen before the files are checked. */
const FINAL_CHECK_DELAY_MS = 150;

let runs = 0;

/** Plays a script in a window. Returns what went wrong, if something did. Throws if the window misses changes on disk. */
export async function playScript(
  window: RandomWindow,
  script: Script,
): Promise<string | undefined> {
  const run = new ScriptRun(window, script, `run${(runs += 1)}`);
  const logged = await window.log();
  let where = 'at the start';
  try {
    await run.prepare();
    for (const [at, step] of script.steps.entries()) {
      where = `in step ${at + 1} (${describeStep(step)})`;
      await playStep(run, step);
    }
    where = `at the end (${script.end})`;
    await endRun(run);
    await cleanUp(run);
    return undefined;
  } catch (error) {
    if (error instanceof LostFileEvents) {
      throw error;
    }
    const message = error instanceof Violation ? error.message : describeError(error);
    const log = (await window.log()).slice(logged.length).trim();
    return `${where}:\n${message}${log === '' ? '' : `\nlog:\n${log}`}`;
  }
}

const describeError = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

async function playStep(run: ScriptRun, step: Step): Promise<void> {
  await perform(run, step);
  run.settled = undefined;
  if (!step.noWait) {
    await run.settle();
  }
}

async function perform(run: ScriptRun, step: Step): Promise<void> {
  switch (step.kind) {
    case 'beginTurn':
      return run.beginTurn(step.agent);
    case 'endTurn':
      return endTurn(run, step.agent);
    case 'agentEdit':
      return agentEdits(run, step);
    case 'agentCreate':
      return agentCreates(run, step);
    case 'agentFile':
      return agentChangesFile(run, step);
    case 'agentUnkept':
      return agentCreatesUnkept(run, step);
    case 'agentGit':
      return agentUsesGit(run, step);
    case 'agentLater':
      return agentWritesLater(run, step);
    case 'type':
      return userTypes(run, step);
    case 'document':
      return userActsOnDocument(run, step);
    case 'userGit':
      return userUsesGit(run, step);
    case 'decide':
      return userDecides(run, step);
    case 'restart':
      return restart(run, step.how);
  }
}

async function endTurn(run: ScriptRun, agent: number): Promise<void> {
  await run.endTurn(agent);
  if (run.turns.size === 0) {
    for (const file of run.awaited.splice(0)) {
      await waitUntil(() => existsSync(file));
      await rm(file);
    }
    await checkReports(run);
  }
}

/** What cannot be reviewed is named in the conversation, or in a notification after a crash. */
async function checkReports(run: ScriptRun): Promise<void> {
  const { unkept, window } = run;
  const isReported = async (name: string): Promise<boolean> =>
    isReviewed(await run.observe(), join(run.folder, name)) ||
    `${await window.sessions()}${await window.log()}`.includes(name);
  for (const name of unkept.splice(0)) {
    await waitUntil(() => isReported(name), 5_000).catch(() => {
      throw new Violation(`the user was not told that ${name} cannot be reviewed`);
    });
  }
}

async function restart(run: ScriptRun, how: 'kill' | 'reload'): Promise<void> {
  run.turns.clear();
  await run.window.restart(how);
  await checkReports(run);
}

async function endRun(run: ScriptRun): Promise<void> {
  await run.settle();
  await run.waitUntilModesAreReviewed();
  if (run.script.autoSave) {
    await waitUntil(async () => (await run.dirtyDocuments()).length === 0);
  }
  if (run.script.end === 'acceptAll') {
    const before = await readDisk(run.window.folder);
    const proposed = proposedFiles(await run.observe());
    await run.window.call('command', 'accord.acceptAll');
    await waitUntilNothingIsPending(run);
    throwIfAny(acceptanceViolations(before, await readDisk(run.window.folder), proposed));
    return;
  }
  await run.window.call('command', 'accord.rejectAll');
  if ((await run.dirtyDocuments()).length > 0) {
    // A file that the agent moved or created is left alone while it has unsaved edits, and the user is told.
    await saveAllDocuments(run);
    await run.window.call('command', 'accord.rejectAll');
  }
  await waitUntilNothingIsPending(run);
  await saveAllDocuments(run);
  await sleep(FINAL_CHECK_DELAY_MS);
  const disk = await readDisk(run.folder);
  throwIfAny(rejectionViolations(disk, run));
}

function throwIfAny(found: readonly string[]): void {
  if (found.length > 0) {
    throw new Violation(found.slice(0, 6).join('\n'));
  }
}

/** Files that the agent created and the user changed stay pending. */
async function waitUntilNothingIsPending(run: ScriptRun): Promise<void> {
  const pending = async (): Promise<readonly string[]> =>
    pendingIn(await run.observe(), run.folder)
      .filter(({ current }) => !run.kept.has(current.path))
      .map(file => {
        const names = [file.base, file.current].map(
          ({ path, form }) => `${path.slice(run.folder.length + 1)} (${form.kind})`,
        );
        return `${names.join(' -> ')}, ${file.hunks.length} hunks`;
      });
  await waitUntil(async () => (await pending()).length === 0, 5_000).catch(async () => {
    throw new Violation(`still pending: ${(await pending()).join(', ')}`);
  });
}

/** Leaves the window as it was before the run. */
async function cleanUp(run: ScriptRun): Promise<void> {
  for (const agent of run.turns.keys()) {
    await run.endTurn(agent);
  }
  const { window } = run;
  await window.call('command', 'accord.rejectAll');
  await window.call('command', 'accord.acceptAll');
  await window.call('closeAll');
  await run.git('switch', '--quiet', '--force', 'main');
  await run.git('reset', '--quiet', '--hard', 'start');
  await run.git('clean', '-ffdxq');
  await run.git('stash', 'clear');
}
