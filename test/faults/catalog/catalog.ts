import { agentRows, fileRows } from './agentRows.ts';
import type { CatalogRow } from './catalogRow.ts';
import { permissionRows, secretRows, supplyRows, vulnerabilityRows } from './trustRows.ts';
import { reviewRows, terminalRows, webviewRows } from './viewRows.ts';

/** All faults and threats. */
export const catalog: readonly CatalogRow[] = [
  ...agentRows,
  ...fileRows,
  ...reviewRows,
  ...terminalRows,
  ...webviewRows,
  ...permissionRows,
  ...secretRows,
  ...supplyRows,
  ...vulnerabilityRows,
];

/** A cited test: a file, and a part of the titles of its tests. */
export interface Citation {
  readonly file: string;
  readonly title: string;
}

/** Reads `folder/file > part of a title`. */
export function parseCitation(text: string): Citation {
  const [file = '', title = ''] = text.split(' > ');
  return { file: `test/${/\.test\.tsx?$/.test(file) ? file : `${file}.test.ts`}`, title };
}

export const allCitations: readonly Citation[] = catalog.flatMap(({ tests }) =>
  tests.map(parseCitation),
);
