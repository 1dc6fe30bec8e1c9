import { randomFrom } from '../../unit/core/text/randomTexts.ts';
import type { Action, FileShape, LineReplacement, Script, Step } from './script.ts';

const SHAPES: readonly FileShape[] = [
  'plain',
  'plain',
  'empty',
  'noFinalNewline',
  'crlf',
  'byteOrderMark',
  'latin1',
  'long',
  'binary',
  'ignored',
  'executable',
  'nested',
];

/** One of so many steps is a restart, which takes as long as many others. */
const RESTART_STEPS = 60;

type Random = (below: number) => number;

/** The script of a seed. */
export function randomScript(seed: number): Script {
  const random = randomFrom(seed);
  random(2); // The first values of neighboring seeds are alike.
  const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T;
  const files = Array.from({ length: 1 + random(3) }, () => pick(SHAPES));
  const steps: Step[] = [];
  for (let turns = 1 + random(2); turns > 0; turns -= 1) {
    steps.push(...userSteps(random, random(3)), ...turn(random));
  }
  steps.push(...userSteps(random, random(4)));
  return {
    files,
    autoSave: random(6) === 0,
    formatOnSave: random(6) === 0,
    steps,
    end: random(3) === 0 ? 'acceptAll' : 'rejectAll',
  };
}

/** One turn, or two at the same time, with what the user does meanwhile. */
function turn(random: Random): Step[] {
  const steps: Step[] = [{ kind: 'beginTurn', agent: 0 }];
  const agents = random(5) === 0 ? 2 : 1;
  if (agents === 2) {
    steps.push({ kind: 'beginTurn', agent: 1 });
  }
  for (let count = 1 + random(4); count > 0; count -= 1) {
    if (random(RESTART_STEPS) === 0) {
      return [...steps, restart(random)]; // It ends the turns.
    }
    const isAgent = random(3) > 0;
    steps.push(
      withoutWait(
        random,
        isAgent ? agentAction(random, random(agents)) : userAction(random, false),
      ),
    );
  }
  if (agents === 2) {
    steps.push({ kind: 'endTurn', agent: 1 });
  }
  steps.push({ kind: 'endTurn', agent: 0 });
  return steps;
}

const restart = (random: Random): Step => ({
  kind: 'restart',
  how: random(2) === 0 ? 'kill' : 'reload',
});

const userSteps = (random: Random, count: number): Step[] =>
  Array.from({ length: count }, () =>
    random(RESTART_STEPS) === 0 ? restart(random) : withoutWait(random, userAction(random, true)),
  );

const withoutWait = (random: Random, action: Action): Step =>
  random(4) === 0 ? { ...action, noWait: true } : action;

const replacement = (random: Random): LineReplacement => {
  const add = random(4);
  return { at: random(100) / 100, remove: random(3), add: add === 3 ? 1 : add };
};

function agentAction(random: Random, agent: number): Action {
  const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T;
  const file = random(8);
  const kind = random(21);
  if (kind === 20) {
    return { kind: 'agentUnkept', agent, what: pick(['large', 'dependency'] as const) };
  }
  if (kind < 12) {
    const how = pick(['protocol', 'direct', 'direct', 'rename', 'sed', 'terminal'] as const);
    return { kind: 'agentEdit', agent, file, how, ...replacement(random) };
  }
  if (kind < 14) {
    const place = pick(['here', 'newFolder', 'ignored'] as const);
    const how = pick(['protocol', 'direct'] as const);
    return { kind: 'agentCreate', agent, how, place, lines: random(4) };
  }
  if (kind < 18) {
    return {
      kind: 'agentFile',
      file,
      action: pick(['move', 'delete', 'recreate', 'chmod'] as const),
    };
  }
  return kind === 18
    ? { kind: 'agentGit', file, action: pick(['stashAndPop', 'commit', 'checkout'] as const) }
    : { kind: 'agentLater', agent, file, ...replacement(random) };
}

/** Commands in a terminal would be taken for the agent's while it is working. */
function userAction(random: Random, isAlone: boolean): Action {
  const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T;
  const file = random(8);
  const kind = random(isAlone ? 22 : 20);
  if (kind < 8) {
    return { kind: 'type', file, ...replacement(random) };
  }
  if (kind < 14) {
    const action = pick([
      'open',
      'save',
      'save',
      'undo',
      'redo',
      'revert',
      'close',
      'rename',
      'background',
    ] as const);
    return { kind: 'document', file, action };
  }
  if (kind < 20) {
    const action = pick([
      'acceptHunk',
      'rejectHunk',
      'acceptLines',
      'rejectLines',
      'acceptFile',
      'rejectFile',
      'acceptAll',
      'rejectAll',
      'undoDecision',
      'undoDecision',
      'undoDecision',
      'redoDecision',
    ] as const);
    return { kind: 'decide', file, pick: random(20), action };
  }
  return {
    kind: 'userGit',
    action: pick(['commit', 'stashAndPop', 'switchAwayAndBack', 'branch'] as const),
  };
}
