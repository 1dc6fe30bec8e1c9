/**
 * A short hash to detect that a text has changed; not cryptographic. FNV-1a over UTF-16 units, because texts may be long.
 * Carriage returns are ignored, because a document normalizes its line endings.
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
