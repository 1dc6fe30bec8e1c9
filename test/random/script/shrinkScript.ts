import type { Script, Step } from './script.ts';

/** Shortens a failing script as long as it fails. `fails` runs a script. */
export async function shrinkScript(
  script: Script,
  fails: (script: Script) => Promise<boolean>,
  limitMs: number,
): Promise<Script> {
  const deadlineMs = performance.now() + limitMs;
  let smallest = script;
  for (let isSmaller = true; isSmaller;) {
    isSmaller = false;
    for (const candidate of smallerScripts(smallest)) {
      if (performance.now() > deadlineMs) {
        return smallest;
      }
      if (await fails(candidate)) {
        smallest = candidate;
        isSmaller = true;
        break;
      }
    }
  }
  return smallest;
}

function* smallerScripts(script: Script): Generator<Script> {
  yield* withFewerSteps(script);
  yield* withFewerFiles(script);
  if (script.autoSave || script.formatOnSave) {
    yield { ...script, autoSave: false, formatOnSave: false };
  }
  for (const [at, step] of script.steps.entries()) {
    for (const simpler of simplerSteps(step)) {
      yield { ...script, steps: script.steps.with(at, simpler) };
    }
  }
}

function* withFewerSteps(script: Script): Generator<Script> {
  const { length } = script.steps;
  for (const size of [Math.ceil(length / 2), 2, 1].filter(one => one < length)) {
    for (let at = length - size; at >= 0; at -= size) {
      const steps = script.steps.toSpliced(at, size);
      if (isPlayable(steps)) {
        yield { ...script, steps };
      }
    }
  }
}

/** Fewer files, or plain ones. */
function* withFewerFiles(script: Script): Generator<Script> {
  const { files } = script;
  for (let at = files.length - 1; at >= 0 && files.length > 1; at -= 1) {
    yield { ...script, files: files.toSpliced(at, 1) };
  }
  for (const [at, shape] of files.entries()) {
    if (shape !== 'plain') {
      yield { ...script, files: files.with(at, 'plain') };
    }
  }
}

function* simplerSteps(step: Step): Generator<Step> {
  if (step.noWait) {
    const { noWait: _, ...rest } = step;
    yield rest;
  }
  if (step.kind === 'agentEdit' && step.how !== 'direct') {
    yield { ...step, how: 'direct' };
  }
  if ('add' in step && step.add > 1) {
    yield { ...step, add: 1 };
  }
  if ('remove' in step && step.remove > 0) {
    yield { ...step, remove: step.remove - 1 };
  }
  if ('file' in step && step.file > 0) {
    yield { ...step, file: 0 };
  }
}

/** Whether agents act during their turns only, and each turn ends. */
export function isPlayable(steps: readonly Step[]): boolean {
  const running = new Set<number>();
  for (const step of steps) {
    if (step.kind === 'beginTurn') {
      if (running.has(step.agent)) {
        return false;
      }
      running.add(step.agent);
    } else if (step.kind === 'endTurn') {
      if (!running.delete(step.agent)) {
        return false;
      }
    } else if (step.kind === 'restart') {
      running.clear();
    } else if (step.kind === 'userGit' ? running.size > 0 : isByAgent(step) && running.size === 0) {
      return false;
    } else if ('agent' in step && !running.has(step.agent)) {
      return false;
    }
  }
  return running.size === 0;
}

const isByAgent = ({ kind }: Step): boolean => kind.startsWith('agent');
