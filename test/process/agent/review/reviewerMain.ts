import { setTimeout as pause } from 'node:timers/promises';
import { joinLines } from '../../../../src/core/text/lines.ts';
import { ReviewWindow } from './reviewWindow.ts';

/** Plays the extension host during a turn: it looks, accepts and rejects, and says beforehand what it agrees to. */
const [root = '', storage = '', seed = '0'] = process.argv.slice(2);
const PACE_MS = 3;

let random = Number(seed) + 1;
const chance = (): number => (random = (random * 48_271) % 2_147_483_647) / 2_147_483_647;

async function main(): Promise<void> {
  const window = new ReviewWindow(storage);
  await window.keeper.restore();
  await window.keeper.begins({ sessionId: 's', turn: 1, roots: [root] });
  process.stdout.write('begun\n');
  for (;;) {
    window.capture.lookSoon();
    await pause(PACE_MS * (1 + Math.floor(chance() * 10)));
    const { pending } = window.log;
    const file = pending[Math.floor(chance() * pending.length)];
    const path = file?.current.path;
    if (path !== undefined && chance() < 0.2) {
      await window.reject(path);
    } else if (file && path !== undefined && chance() < 0.3) {
      const agreed = file.current.form.kind === 'absent' ? null : joinLines(file.current.lines);
      process.stdout.write(`${JSON.stringify({ path, agreed })}\n`);
      window.log.accept({ kind: 'file', path });
    }
  }
}

void main();
