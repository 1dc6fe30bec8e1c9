/** `npm run docs`: writes the sections of the documents that are generated from the source and the manifest. */
import { writeFile } from 'node:fs/promises';
import { generatedDocs } from '../docs/generatedDocs.ts';
import { inProject } from '../paths.ts';

for (const { name, generated } of generatedDocs()) {
  await writeFile(inProject(name), generated);
}
