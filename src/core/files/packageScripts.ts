import { asRecord, parseJson } from '../json.ts';

/** Whether a path names a `package.json`, whatever its spelling. */
export const isPackageManifest = (path: string): boolean => /(?:^|[\\/])package\.json$/i.test(path);

/**
 * Whether a new text of `package.json` names other programs than the old one: npm runs `scripts`, some of them during the
 * installation. A text that cannot be parsed may contain anything.
 */
export function changesPackageScripts(before: string | undefined, after: string): boolean {
  const [old, wanted] = [scriptsOf(before ?? '{}'), scriptsOf(after)];
  return wanted === undefined ? before !== after : old !== wanted;
}

/** The scripts as comparable text; nothing if the text is not a JSON object. */
function scriptsOf(text: string): string | undefined {
  const manifest = asRecord(parseJson(text.replace(/^\uFEFF/, '')));
  if (!manifest) {
    return undefined;
  }
  const scripts = Object.entries(asRecord(manifest['scripts']) ?? {});
  return JSON.stringify(scripts.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
