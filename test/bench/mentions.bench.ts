import { fuzzyQuery } from '../../src/core/prompt/fuzzy.ts';
import { PathIndex } from '../../src/core/prompt/pathIndex.ts';

/** Time of the processor and not of the clock: other work on the machine does not count. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const FILE_COUNT = 100_000;
const WORDS =
  'chat view session agent review hunk text line range prompt mention file index open close diff git model'.split(
    ' ',
  );

/** A workspace as large as they come, the same at each run. */
function largeIndex(): PathIndex {
  const index = new PathIndex();
  let seed = 7;
  const word = (): string => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return WORDS[(seed >>> 8) % WORDS.length] ?? 'x';
  };
  while (index.size < FILE_COUNT) {
    const name = word() + word().replace(/^./, letter => letter.toUpperCase());
    index.add(`packages/${word()}-${word()}/src/${word()}/${word()}/${name}${index.size % 97}.ts`);
  }
  return index;
}

const ROUNDS = 40;
const WORDS_TYPED = ['session', 'chatview', 'pkgs/chv', 'zqx', 'hunk diff', 'e'];

/** Each keystroke of some words, as typed, over a warm index: the time each takes. */
function keystrokesMs(index: PathIndex): readonly number[] {
  const likely = { near: 'packages/chat-view/src/', used: new Map<string, number>() };
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const typed of WORDS_TYPED) {
      for (let end = 1; end <= typed.length; end++) {
        const startMs = cpuMs();
        index.search(fuzzyQuery(typed.slice(0, end)), 50, likely);
        times.push(cpuMs() - startMs);
      }
    }
  }
  return times.slice(times.length / ROUNDS);
}

const buildMs = cpuMs();
const index = largeIndex();
const builtMs = cpuMs() - buildMs;
const times = keystrokesMs(index).toSorted((one, other) => one - other);
const at = (share: number): string => (times[Math.floor(times.length * share)] ?? NaN).toFixed(1);
console.log(
  `mentions: ${index.size} paths built in ${builtMs.toFixed(0)} ms; a keystroke: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, max ${at(0.9999)} ms (the goal: p95 under 50 ms)`,
);
