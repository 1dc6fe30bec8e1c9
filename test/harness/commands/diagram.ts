/** `npm run diagram`: draws the module diagram of docs/ARCHITECTURE.md from the imports in `src`. */
import { readFile, writeFile } from 'node:fs/promises';
import { withModuleDiagram } from '../modules/moduleDiagram.ts';
import { readModules } from '../modules/moduleGraph.ts';
import { inProject } from '../paths.ts';

const file = inProject('docs/ARCHITECTURE.md');
await writeFile(file, withModuleDiagram(await readFile(file, 'utf8'), readModules()));
