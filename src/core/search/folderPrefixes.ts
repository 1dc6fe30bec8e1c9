/**
 * What stands before the paths of each folder of a workspace, so that all of them can be told apart: nothing where there is one
 * folder, else its name. Folders may share a name; then the further ones are numbered.
 */
export function folderPrefixes(names: readonly string[]): readonly string[] {
  return names.map((name, at) => {
    const twins = names.slice(0, at).filter(other => other === name).length;
    return names.length < 2 ? '' : twins === 0 ? `${name}/` : `${name} (${twins + 1})/`;
  });
}
