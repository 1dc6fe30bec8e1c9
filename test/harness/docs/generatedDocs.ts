import { readFileSync } from 'node:fs';
import { withModuleDiagram } from '../modules/moduleDiagram.ts';
import { readModules } from '../modules/moduleGraph.ts';
import { inProject } from '../paths.ts';
import { withSection } from '../generatedSection.ts';
import { readManifestTables } from './manifestTables.ts';
import { toolSchemas } from './toolSchemas.ts';
import { toolSections } from './toolTable.ts';

export interface GeneratedDoc {
  /** Relative to the project. */
  readonly name: string;
  readonly current: string;
  /** The document with newly generated sections, or what is generated as a whole. */
  readonly generated: string;
}

/** What is generated from the source and the manifest: sections of documents, and the schemas of tools. */
export function generatedDocs(): readonly GeneratedDoc[] {
  const { keys, settings } = readManifestTables();
  return [
    generate('docs/ARCHITECTURE.md', text => withModuleDiagram(text, readModules())),
    generate('docs/SETTINGS.md', text => withSection(text, 'settings', settings)),
    generate('docs/TOOLS.md', text => withSection(text, 'tools', toolSections())),
    generate('src/core/tools/toolSchemas.json', toolSchemas),
    generate('README.md', text => withSection(text, 'keys', keys)),
  ];
}

function generate(name: string, update: (current: string) => string): GeneratedDoc {
  const current = readFileSync(inProject(name), 'utf8');
  return { name, current, generated: update(current) };
}
