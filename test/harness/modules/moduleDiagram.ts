import { withSection } from '../generatedSection.ts';
import type { Module } from './moduleGraph.ts';

/** Replaces the section of a document that shows a diagram of the modules. */
export const withModuleDiagram = (document: string, modules: readonly Module[]): string =>
  withSection(document, 'modules', moduleDiagram(modules));

/** One Mermaid diagram of the layers, and one of the modules of each layer. Arrows point to what is imported. */
function moduleDiagram(modules: readonly Module[]): string {
  return readGraphs(modules)
    .filter(({ nodes }) => nodes.length > 1)
    .map(({ title, nodes, targets }) => section(title, nodes, withoutShortcuts(targets)))
    .join('\n');
}

/** What each node imports. */
type Targets = ReadonlyMap<string, ReadonlySet<string>>;
type Edge = readonly [from: string, to: string];

export interface ImportGraph {
  readonly title: string;
  readonly nodes: readonly string[];
  readonly targets: Targets;
}

/** The imports between layers, and between the top folders of each layer. */
export function readGraphs(modules: readonly Module[]): readonly ImportGraph[] {
  const layers = [...new Set(modules.map(({ folder }) => layerOf(folder)))];
  const inLayers = layers.map(layer => {
    const own = modules.filter(({ folder }) => layerOf(folder) === layer);
    const nameOf = (name: string) => (layerOf(name) === layer ? topFolder(name) : undefined);
    return {
      title: `Modules of \`${layer}\``,
      nodes: [...new Set(own.map(({ folder }) => topFolder(folder)))],
      targets: targetsOf(own, nameOf),
    };
  });
  return [{ title: 'Layers', nodes: layers, targets: targetsOf(modules, layerOf) }, ...inLayers];
}

/** `src/core/review/file` is in layer `core`; the files directly in `src` are one layer. */
const layerOf = (folder: string): string => folder.split('/')[1] ?? 'src';

/** `src/core/review/file` is part of `review`; the files directly in a layer are named after the layer. */
const topFolder = (folder: string): string => folder.split('/')[2] ?? layerOf(folder);

function targetsOf(
  modules: readonly Module[],
  nameOf: (folder: string) => string | undefined,
): Targets {
  const targets = new Map<string, Set<string>>();
  for (const { folder, imports } of modules) {
    for (const imported of imports) {
      const [from, to] = [nameOf(folder), nameOf(imported)];
      if (from !== undefined && to !== undefined && from !== to) {
        targets.set(from, (targets.get(from) ?? new Set()).add(to));
      }
    }
  }
  return targets;
}

/** Leaves out an edge if a longer path leads to the same module, so that the diagram stays readable. */
function withoutShortcuts(targets: Targets): readonly Edge[] {
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    [...(targets.get(from) ?? [])].some(
      next => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))),
    );
  // Modules that import each other in a circle would be a detour to each other: their edges are all shown.
  const isDetour = (from: string, other: string, to: string): boolean =>
    other !== to && reaches(other, to) && !reaches(other, from) && !reaches(to, other);
  return [...targets].flatMap(([from, all]) =>
    [...all]
      .filter(to => ![...all].some(other => isDetour(from, other, to)))
      .toSorted()
      .map((to): Edge => [from, to]),
  );
}

function section(title: string, nodes: readonly string[], edges: readonly Edge[]): string {
  const isolated = nodes.filter(node => !edges.flat().includes(node));
  const lines = [...isolated, ...edges.map(([from, to]) => `${from} --> ${to}`)];
  const diagram = ['flowchart TD', ...lines.map(line => `  ${line}`)];
  return [`**${title}**`, '', '```mermaid', ...diagram, '```', ''].join('\n');
}
