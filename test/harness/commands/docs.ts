/** `npm run docs`: writes what is generated from the source and the manifest: sections of documents, and the schemas of tools. */
import { writeFile } from 'node:fs/promises';
import { generatedDocs } from '../docs/generatedDocs.ts';
import { inProject } from '../paths.ts';

for (const { name, generated } of generatedDocs()) {
  await writeFile(inProject(name), generated);
}
