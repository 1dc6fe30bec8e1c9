/** Finds the file in the info string of a code block: `ts src/a.ts`, `ts title="src/a.ts"`, `12:15:src/a.ts`. */
export function parseCodeBlockPath(info: string): string | undefined {
  const [, path] =
    /(?:^|[\s:="'])((?:[\w@.-]+[/\\])*[\w@-][\w@.-]*\.\w{1,10})(?=$|[\s"':#])/.exec(info) ?? [];
  return path;
}
