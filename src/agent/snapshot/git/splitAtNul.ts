/** Splits NUL-terminated output. */
export function splitAtNul(output: Buffer): readonly Buffer[] {
  const parts: Buffer[] = [];
  for (let from = 0; from < output.length;) {
    const end = output.indexOf(0, from);
    const to = end < 0 ? output.length : end;
    parts.push(output.subarray(from, to));
    from = to + 1;
  }
  return parts;
}
