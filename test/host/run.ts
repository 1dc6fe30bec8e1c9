import { appendFileSync, globSync } from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';
import type { HostMessage } from '../harness/vscode/hostResults.ts';

const TEST_TIMEOUT_MS = 30_000;

/** VS Code calls this in its extension host; see `hostSuite.ts` in the harness, which reads the results. */
export async function run(): Promise<void> {
  process.setSourceMapsEnabled(true);
  const mocha = new Mocha({ ui: 'bdd', timeout: TEST_TIMEOUT_MS, reporter: Results });
  const filter = process.env['ACCORD_HOST_FILTER'];
  if (filter) {
    mocha.grep(new RegExp(filter, 'i'));
  }
  for (const file of globSync('**/*.test.cjs', { cwd: __dirname })) {
    mocha.addFile(path.join(__dirname, file));
  }
  process.on('unhandledRejection', reportIfOurs);
  try {
    await new Promise<void>(resolve => mocha.run(() => resolve()));
  } catch (error) {
    write({ kind: 'failed', title: 'the suite itself', error: describe(error) });
  } finally {
    process.off('unhandledRejection', reportIfOurs);
    write({ kind: 'ended' });
  }
}

/** Writes each result at once, so that the harness can print it. */
class Results extends Mocha.reporters.Base {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    runner.on('pass', test =>
      write({ kind: 'passed', title: test.fullTitle(), durationMs: test.duration ?? 0 }),
    );
    runner.on('fail', (test, error) =>
      write({ kind: 'failed', title: test.fullTitle(), error: describe(error) }),
    );
    runner.on('pending', test => write({ kind: 'skipped', title: test.fullTitle() }));
  }
}

/** Other extensions run in this host too; only what comes from our own code is our failure. */
function reportIfOurs(error: unknown): void {
  const project = path.dirname(path.dirname(__dirname));
  if (error instanceof Error && error.stack?.includes(project)) {
    write({ kind: 'failed', title: 'an unhandled rejection', error: describe(error) });
  }
}

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

function write(message: HostMessage): void {
  const file = process.env['ACCORD_HOST_RESULTS'];
  if (file) {
    appendFileSync(file, `${JSON.stringify(message)}\n`);
  }
}
