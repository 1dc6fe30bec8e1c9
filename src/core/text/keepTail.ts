/** Cuts output to the newest `limitBytes`, never through the middle of a UTF-8 character. */
export function keepTail(output: Uint8Array, limitBytes: number): Uint8Array {
  if (output.length <= limitBytes) {
    return output;
  }
  return output.subarray(firstCharBoundary(output, output.length - Math.max(0, limitBytes)));
}

function firstCharBoundary(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && isContinuation(bytes[at])) {
    at++;
  }
  return at;
}

/** Bytes 10xxxxxx go on with a character that began before. */
const isContinuation = (byte: number | undefined): boolean =>
  byte !== undefined && (byte & 0xc0) === 0x80;
