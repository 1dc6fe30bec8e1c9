/**
 * A short mark by which to notice that a text has changed; not for protection. FNV-1a, over units: some texts are long. A
 * document's line ends are all alike, whatever they are in its file, so these do not count.
 */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit !== CARRIAGE_RETURN) {
      hash = Math.imul(hash ^ unit, 0x01000193);
      count++;
    }
  }
  return `${count.toString(36)}-${(hash >>> 0).toString(36)}`;
}

const CARRIAGE_RETURN = 0x0d;
