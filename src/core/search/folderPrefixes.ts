/**
 * The prefix for the paths in each workspace folder, which makes them unique: empty for a single folder, otherwise the name of
 * the folder. Further folders with the same name are numbered.
 */
export function folderPrefixes(names: readonly string[]): readonly string[] {
  return names.map((name, at) => {
    const duplicates = names.slice(0, at).filter(other => other === name).length;
    return names.length < 2 ? '' : duplicates === 0 ? `${name}/` : `${name} (${duplicates + 1})/`;
  });
}
