import { setTimeout as pause } from 'node:timers/promises';
import { ReviewModel } from '../../../../src/core/review/model/reviewModel.ts';
import type { ReviewedFile } from '../../../../src/core/review/file/reviewedFile.ts';
import type { DecisionScope } from '../../../../src/core/review/model/decisionScope.ts';
import { joinLines } from '../../../../src/core/text/lines.ts';
import { ReviewWindow } from './reviewWindow.ts';

/**
 * Simulates the extension host during a turn: it scans, accepts, rejects and undoes, whole files and single hunks, and
 * prints beforehand what the user accepts.
 */
const [root = '', storage = '', seed = '0'] = process.argv.slice(2);
const PACE_MS = 3;

let random = Number(seed) + 1;
const chance = (): number => (random = (random * 48_271) % 2_147_483_647) / 2_147_483_647;

/** A random pending file, or one of its hunks. */
function choice(files: readonly ReviewedFile[]): DecisionScope | undefined {
  const file = files[Math.floor(chance() * files.length)];
  const hunk = file?.hunks[Math.floor(chance() * file.hunks.length)];
  if (!file || !hunk || chance() < 0.5) {
    return file && { kind: 'file', path: file.current.path };
  }
  const { id, revision } = hunk;
  return { kind: 'hunks', hunks: [{ path: file.current.path, id, revision }] };
}

/** Prints the texts that the user would accept, for each file. */
function announce(model: ReviewModel): void {
  for (const { base, current } of model.state.files.values()) {
    const agreed = base.form.kind === 'absent' ? null : joinLines(base.lines);
    process.stdout.write(`${JSON.stringify({ path: current.path, agreed })}\n`);
  }
}

async function main(): Promise<void> {
  const window = new ReviewWindow(storage, undefined, () => {}); // Another window may take over.
  window.model.onDidRecord(() => void process.stdout.write('noted\n'));
  await window.keeper.restore();
  await window.keeper.willStart({ sessionId: 's', turn: 1, roots: [root] });
  process.stdout.write('begun\n');
  for (;;) {
    window.tracker.scheduleScan();
    await pause(PACE_MS * (1 + Math.floor(chance() * 10)));
    const scope = choice(window.model.pending);
    const dice = chance();
    if (scope && dice < 0.2) {
      await window.carryOut('decision', model => model.reject(scope));
    } else if (scope && dice < 0.4) {
      const rehearsal = new ReviewModel(window.model.state);
      rehearsal.accept(scope);
      announce(rehearsal);
      window.model.accept(scope);
    } else if (dice < 0.5) {
      await window.carryOut('undo', model => model.undo());
    }
  }
}

void main();
