/**
 * `npm run test:random -- --minutes N [--seed S] [--runs N] [--script FILE] [--kill] [--model] [--windows N]`: plays random
 * scripts in real VS Code windows, or in the model of the review alone, checks after every step that nothing is lost, and
 * prints each failure as a short script.
 */
import { parseArgs } from 'node:util';
import { readFile } from 'node:fs/promises';
import { packageExtension } from '../packageExtension.ts';
import { beginRun } from '../processes/beginRun.ts';
import { Steps } from '../steps.ts';
import { playRandomScripts } from '../../random/playRandomScripts.ts';
import { playRandomScriptsInModel } from '../../random/model/playRandomScriptsInModel.ts';
import type { Script } from '../../random/script/script.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    runs: { type: 'string', default: 'Infinity' },
    seed: { type: 'string' },
    script: { type: 'string' },
    kill: { type: 'boolean', default: false },
    model: { type: 'boolean', default: false },
    windows: { type: 'string', default: '1' },
    shrink: { type: 'boolean', default: true },
    package: { type: 'boolean', default: true },
  },
  allowNegative: true,
});

beginRun();
const steps = new Steps();
const limits = {
  deadlineMs: performance.now() + Number(values.minutes) * 60_000,
  runs: Number(values.runs),
  seed: values.seed === undefined ? Date.now() % 1_000_000_000 : Number(values.seed),
};
if (values.model) {
  await steps.run('random scripts in the model', note =>
    playRandomScriptsInModel({ ...limits, note }),
  );
} else if (
  !values.package ||
  (await steps.run('package', async () => void (await packageExtension())))
) {
  const script =
    values.script === undefined
      ? undefined
      : (JSON.parse(await readFile(values.script, 'utf8')) as Script);
  await steps.run('random scripts in the window', note =>
    playRandomScripts({
      ...limits,
      runs: values.kill ? 0 : limits.runs,
      restarts: values.kill ? Infinity : 0,
      shrinks: values.shrink && script === undefined && !values.kill,
      script,
      windows: Number(values.windows),
      note,
    }),
  );
}
steps.finish();
