/** `npm run test:desktop`: the suite of test/host in the desktop VS Code, which @vscode/test-electron downloads. */
import path from 'node:path';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import { cacheFolder } from '../download/cache.mjs';
import { buildExtension } from '../packageExtension.ts';
import {
  buildHostSuite,
  hostEnvironment,
  hostSuiteScript,
  readResults,
} from '../vscode/hostSuite.ts';
import { inProject, root } from '../paths.ts';
import { beginRun } from '../processes/beginRun.ts';
import { Steps, type TestCounts, type PrintLine } from '../steps.ts';
import { countResults } from '../windowTests.ts';
import { sampleWorkspace } from '../vscode/sampleWorkspace.ts';

beginRun();
const steps = new Steps();
let executable = '';
const ready =
  (await steps.run('desktop VS Code', async () => {
    executable = await download();
  })) && (await steps.run('build', buildExtension));
if (ready) {
  await steps.run('host tests', runSuite);
}
steps.finish();

async function download(): Promise<string> {
  try {
    return await downloadAndUnzipVSCode({ cachePath: path.join(cacheFolder, 'desktop') });
  } catch (error) {
    throw new Error(
      `The desktop VS Code comes from update.code.visualstudio.com, which this machine cannot reach: ${String(error)}
"npm test" runs the same suite in the VS Code from the npm registry.`,
      { cause: error },
    );
  }
}

async function runSuite(note: PrintLine): Promise<TestCounts> {
  await buildHostSuite();
  const { folder } = await sampleWorkspace();
  const window = runTests({
    vscodeExecutablePath: executable,
    extensionDevelopmentPath: [root, inProject('test/fakes/extensions/accord-test.tools-1.0.0')],
    extensionTestsPath: hostSuiteScript,
    extensionTestsEnv: hostEnvironment(process.argv.slice(2).join(' ')),
    launchArgs: [folder, '--disable-workspace-trust', '--disable-extensions'],
  });
  return countResults(note, async onResult => {
    await Promise.all([readResults(onResult), window]);
  });
}
