/** `npm run package`: the VSIX, and its size. `npm run package -- --pre-release` makes one for the pre-release channel. */
import path from 'node:path';
import { packageExtension } from '../packageExtension.ts';
import { root, vsix } from '../paths.ts';
import { beginRun } from '../processes/beginRun.ts';

beginRun();
const sizeBytes = await packageExtension(process.argv.slice(2));
console.log(`${path.relative(root, vsix)}: ${(sizeBytes / 1024).toFixed(0)} KB`);
