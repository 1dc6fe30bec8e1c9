/**
 * The cost of the review model for a file of 100,000 lines with 500 hunks: `node test/bench/review.bench.ts` (Node 24).
 * Fails if the median time to accept or reject one hunk is 100 ms or more.
 */
import { ReviewModel } from '../../src/core/review/model/reviewModel.ts';
import {
  createReviewSnapshot,
  parseReviewSnapshot,
} from '../../src/core/review/model/reviewSnapshot.ts';
import { lineDiff } from '../../src/core/diff/lineDiff.ts';
import { splitLines } from '../../src/core/text/lines.ts';

const LINES = 100_000;
const HUNKS = 500;
const ROUNDS = 15;
const LIMIT_MS = 100;

const path = 'big.ts';
const origin = { sessionId: 's', turnId: 't' };
const textOf = (text: string) => ({ kind: 'text', text }) as const;
const lines = Array.from({ length: LINES }, (_, at) => `const value${at} = compute(${at});\n`);
const before = lines.join('');
const after = lines
  .map((line, at) => (at % (LINES / HUNKS) === 7 ? line.replace('compute', 'measure') : line))
  .join('');

function reviewed(): ReviewModel {
  const model = new ReviewModel();
  model.recordAgentWrite(path, textOf(after), textOf(before), origin);
  return model;
}

function middleHunk(model: ReviewModel) {
  const hunks = model.getFile(path)?.hunks ?? [];
  const hunk = hunks[hunks.length >> 1];
  return { path, id: hunk?.id ?? '', revision: hunk?.revision ?? 0 };
}

/** Reports the median and the maximum of several rounds. */
function measure(what: string, act: () => unknown): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    act();
    return performance.now() - start;
  }).toSorted((one, other) => one - other);
  const median = times[ROUNDS >> 1] ?? 0;
  console.log(`${what}: ${median.toFixed(1)} ms (worst ${times.at(-1)?.toFixed(1)} ms)`);
  return median;
}

const model = reviewed();
if (model.getFile(path)?.hunks.length !== HUNKS) {
  throw new Error(`Expected ${HUNKS} hunks.`);
}
console.log(`${LINES} lines, ${HUNKS} hunks`);
const accept = measure('accept one hunk', () =>
  model.accept({ kind: 'hunks', hunks: [middleHunk(model)] }),
);
const reject = measure('reject one hunk', () =>
  model.reject({ kind: 'hunks', hunks: [middleHunk(model)] }),
);
measure('undo', () => model.undo());
measure('redo', () => model.redo());
let typed = 0;
measure('one key, as an edit', () =>
  model.recordUserEdits(path, [{ range: { start: 50, end: 50 }, lines: [`typed ${typed++}\n`] }]),
);
let text = model.getFile(path)?.current.lines.join('') ?? '';
measure('one key, as a whole text', () => {
  text = text.replace('typed', 'retyped');
  model.recordUserWrite(path, textOf(text));
});
measure('the agent writes 500 hunks', () => reviewed());
measure('accept all 500', () => reviewed().accept({ kind: 'all' }));
measure('save and read back', () =>
  parseReviewSnapshot(JSON.parse(JSON.stringify(createReviewSnapshot(model.state)))),
);
const old = splitLines(before).slice(0, 6_000);
const rewritten = old.map((line, at) => (at % 5 ? `other ${at}\n` : line.replace('const', 'let')));
measure('compare 6,000 lines, all rewritten', () => lineDiff(old, rewritten));
const many = new ReviewModel();
for (let at = 0; at < 1_000; at++) {
  many.recordAgentWrite(`src/file${at}.ts`, textOf('new\n'), textOf('old\n'), origin);
}
measure('list 1,000 changed files', () => many.pending);
measure('reject and undo 1,000 files', () => {
  many.reject({ kind: 'all' });
  many.undo();
});
if (accept >= LIMIT_MS || reject >= LIMIT_MS) {
  throw new Error(`Accept or reject takes ${LIMIT_MS} ms or more.`);
}
