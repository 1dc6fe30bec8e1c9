/** Returns the last `limitBytes` of the output, starting at a UTF-8 character boundary. */
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

/** UTF-8 continuation bytes have the form 10xxxxxx. */
const isContinuation = (byte: number | undefined): boolean =>
  byte !== undefined && (byte & 0xc0) === 0x80;
