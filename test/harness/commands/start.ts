/**
 * `npm start`: a real VS Code in the browser, with the extension installed from its VSIX, on a fresh copy of the sample
 * project. `npm start -- --desktop` opens it in the installed VS Code instead. Ctrl+C ends all of it.
 */
import { openInDesktop } from '../vscode/openInDesktop.ts';
import { packageExtension } from '../packageExtension.ts';
import { openInBrowser } from '../browser/openInBrowser.ts';
import { vsix } from '../paths.ts';
import { beginRun } from '../processes/beginRun.ts';
import { installExtension, startVSCode } from '../vscode/vscodeServer.ts';
import { windowAddress } from '../vscode/workbench.ts';
import { sampleWorkspace } from '../vscode/sampleWorkspace.ts';
import { createTemporaryFolder } from '../createTemporaryFolder.ts';

/** The chat and the walkthrough are shown as after an installation. */
const settings = { 'workbench.startupEditor': 'readme' };

beginRun();
console.log('Building and packaging the extension ...');
await packageExtension();
const { folder } = await sampleWorkspace();
if (process.argv.includes('--desktop')) {
  await openInDesktop(folder);
} else {
  console.log('Starting VS Code ...');
  const extensions = await createTemporaryFolder('extensions');
  await installExtension(vsix, extensions);
  const address = windowAddress(await startVSCode({ extensions, settings }), folder);
  console.log(`\nOpen ${address}\nCtrl+C ends it.`);
  openInBrowser(address);
}
