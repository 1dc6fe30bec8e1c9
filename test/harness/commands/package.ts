/** `npm run package`: the VSIX, and its size. */
import path from 'node:path';
import { packageExtension } from '../packageExtension.ts';
import { root, vsix } from '../paths.ts';
import { beginRun } from '../processes/beginRun.ts';

beginRun();
const sizeBytes = await packageExtension();
console.log(`${path.relative(root, vsix)}: ${(sizeBytes / 1024).toFixed(0)} KB`);
