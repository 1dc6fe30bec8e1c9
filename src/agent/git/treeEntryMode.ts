/** The mode of an entry in a git tree object, which is a sequence of `mode name\\0id` with ids of `idBytes` bytes. */
export function treeEntryMode(tree: Buffer, name: string, idBytes: number): number | undefined {
  for (let at = 0; at < tree.length;) {
    const space = tree.indexOf(0x20, at);
    const end = tree.indexOf(0, space);
    if (tree.toString('utf8', space + 1, end) === name) {
      return Number.parseInt(tree.toString('latin1', at, space), 8);
    }
    at = end + 1 + idBytes;
  }
  return undefined;
}
