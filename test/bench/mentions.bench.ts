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

const ROUNDS = 20;
const ROWS = 50;
const LIMIT_MS = 50;
const WORDS_TYPED = ['session', 'chatview', 'pkgs/chv', 'zqx', 'hunk diff', 'e'];
const KEYSTROKES = WORDS_TYPED.flatMap(typed =>
  Array.from(typed, (_, at) => typed.slice(0, at + 1)),
);

/** What each keystroke takes, as typed, over what is warm by then. */
function timesMs(search: (typed: string) => unknown): readonly number[] {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const typed of KEYSTROKES) {
      const startMs = cpuMs();
      search(typed);
      times.push(cpuMs() - startMs);
    }
  }
  return times.slice(KEYSTROKES.length).toSorted((one, other) => one - other);
}

const at = (times: readonly number[], share: number): number =>
  times[Math.floor(times.length * share)] ?? Number.NaN;

const index = largeIndex();
const likely = { near: 'packages/chat-view/src/', used: new Map<string, number>() };
const paths = index.under('');
const fuzzy = timesMs(typed => index.search(fuzzyQuery(typed), ROWS, likely));
/** The simplest search there is tells how fast this machine is at the moment. */
const plain = timesMs(typed => paths.filter(path => path.toLowerCase().includes(typed)));

const [p50, p95, plain95] = [at(fuzzy, 0.5), at(fuzzy, 0.95), at(plain, 0.95)];
console.log(`${index.size} paths; a keystroke takes ${p50.toFixed(1)} ms at the median`);
console.log(
  `p95 ${p95.toFixed(1)} ms; a plain search ${plain95.toFixed(1)} ms; goal ${LIMIT_MS} ms`,
);
if (p95 > LIMIT_MS && p95 > plain95 * 2) {
  throw new Error('The mention menu is too slow.');
}
