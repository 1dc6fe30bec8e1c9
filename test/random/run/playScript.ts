import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../../harness/waitUntil.ts';
import { pendingIn, readDisk } from '../oracle/observe.ts';
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
import { Stage, Violation } from './stage.ts';
import { saveAllDocuments, userActsOnDocument, userTypes, userUsesGit } from './userActions.ts';

/** How long to wait for what must not happen after the last decision. */
const LAST_LOOK_MS = 150;

let runs = 0;

/** Plays a script in a window. Returns what went wrong, if something did. */
export async function playScript(
  window: RandomWindow,
  script: Script,
): Promise<string | undefined> {
  const stage = new Stage(window, script, `run${(runs += 1)}`);
  const logged = await window.log();
  let where = 'at the start';
  try {
    await stage.prepare();
    for (const [at, step] of script.steps.entries()) {
      where = `in step ${at + 1} (${describeStep(step)})`;
      await playStep(stage, step);
    }
    where = `at the end (${script.end})`;
    await endRun(stage);
    return undefined;
  } catch (error) {
    const message = error instanceof Violation ? error.message : describeError(error);
    const log = (await window.log()).slice(logged.length).trim();
    return `${where}:\n${message}${log === '' ? '' : `\nlog:\n${log}`}`;
  } finally {
    await cleanUp(stage);
  }
}

const describeError = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

async function playStep(stage: Stage, step: Step): Promise<void> {
  await perform(stage, step);
  stage.settled = undefined;
  if (!step.rush) {
    await stage.settle();
  }
}

async function perform(stage: Stage, step: Step): Promise<void> {
  switch (step.kind) {
    case 'beginTurn':
      return stage.beginTurn(step.agent);
    case 'endTurn':
      return endTurn(stage, step.agent);
    case 'agentEdit':
      return agentEdits(stage, step);
    case 'agentCreate':
      return agentCreates(stage, step);
    case 'agentFile':
      return agentChangesFile(stage, step);
    case 'agentUnkept':
      return agentCreatesUnkept(stage, step);
    case 'agentGit':
      return agentUsesGit(stage, step);
    case 'agentLater':
      return agentWritesLater(stage, step);
    case 'type':
      return userTypes(stage, step);
    case 'document':
      return userActsOnDocument(stage, step);
    case 'userGit':
      return userUsesGit(stage, step);
    case 'decide':
      return userDecides(stage, step);
    case 'restart':
      return restart(stage, step.how);
  }
}

async function endTurn(stage: Stage, agent: number): Promise<void> {
  await stage.endTurn(agent);
  if (stage.turns.size === 0) {
    for (const file of stage.awaited.splice(0)) {
      await waitUntil(() => existsSync(file));
      await rm(file);
    }
    await checkReports(stage);
  }
}

/** What cannot be reviewed is named in the conversation, or in a notification after a crash. */
async function checkReports({ unkept, window }: Stage): Promise<void> {
  const isReported = async (name: string): Promise<boolean> =>
    `${await window.sessions()}${await window.log()}`.includes(name);
  for (const name of unkept.splice(0)) {
    await waitUntil(() => isReported(name), 5_000).catch(() => {
      throw new Violation(`the user was not told that ${name} cannot be reviewed`);
    });
  }
}

async function restart(stage: Stage, how: 'kill' | 'reload'): Promise<void> {
  stage.turns.clear();
  await stage.window.restart(how);
  await checkReports(stage);
}

async function endRun(stage: Stage): Promise<void> {
  await stage.settle();
  if (stage.script.end === 'acceptAll') {
    const before = await readDisk(stage.window.folder);
    await stage.window.call('command', 'accord.acceptAll');
    await waitUntilNothingIsPending(stage);
    throwIfAny(acceptanceViolations(before, await readDisk(stage.window.folder)));
    return;
  }
  await stage.window.call('command', 'accord.rejectAll');
  const { documents } = await stage.observe();
  if ([...documents.values()].some(({ isDirty }) => isDirty)) {
    // A file that the agent moved or created is left alone while it has unsaved edits, and the user is told.
    await saveAllDocuments(stage);
    await stage.window.call('command', 'accord.rejectAll');
  }
  await waitUntilNothingIsPending(stage);
  await saveAllDocuments(stage);
  await sleep(LAST_LOOK_MS);
  const disk = await readDisk(stage.folder);
  throwIfAny(rejectionViolations(disk, stage));
}

function throwIfAny(found: readonly string[]): void {
  if (found.length > 0) {
    throw new Violation(found.slice(0, 6).join('\n'));
  }
}

/** Files that the agent created and the user changed stay pending. */
async function waitUntilNothingIsPending(stage: Stage): Promise<void> {
  const pending = async (): Promise<readonly string[]> =>
    pendingIn(await stage.observe(), stage.folder)
      .filter(({ current }) => !stage.kept.has(current.path))
      .map(file => {
        const names = [file.base, file.current].map(
          ({ path, form }) => `${path.slice(stage.folder.length + 1)} (${form.kind})`,
        );
        return `${names.join(' -> ')}, ${file.hunks.length} hunks`;
      });
  await waitUntil(async () => (await pending()).length === 0, 5_000).catch(async () => {
    throw new Violation(`still pending: ${(await pending()).join(', ')}`);
  });
}

/** Leaves the window as it was before the run. */
async function cleanUp(stage: Stage): Promise<void> {
  for (const agent of stage.turns.keys()) {
    await stage.endTurn(agent);
  }
  const { window } = stage;
  await window.call('command', 'accord.rejectAll');
  await window.call('command', 'accord.acceptAll');
  await window.call('closeAll');
  await stage.git('switch', '--quiet', '--force', 'main');
  await stage.git('reset', '--quiet', '--hard', 'start');
  await stage.git('clean', '-ffdxq');
  await stage.git('stash', 'clear');
}
