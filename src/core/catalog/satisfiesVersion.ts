/**
 * Whether a version is in a range as npm's `engines` writes it, such as `>=20`, `^18.1 || >=22` or `20.x`. What is not
 * understood allows everything: better an agent that does not start than one that nobody may try.
 */
export function satisfiesVersion(range: string, version: string): boolean {
  const own = numbers(version.replace(/^v/, ''));
  return range.split('||').some(part => {
    const wanted = part.trim().replaceAll(/([<>=^~])\s+/g, '$1');
    return wanted === '' || wanted.split(/\s+/).every(one => allows(one, own));
  });
}

type Version = readonly (number | undefined)[];

const WANTED = /^([<>]=?|[=^~])?v?(\d+|[xX*])((?:\.(?:\d+|[xX*])){0,2})(?:[-+].*)?$/;

function allows(wanted: string, own: Version): boolean {
  const [, operator = '=', major = '', rest = ''] = WANTED.exec(wanted) ?? [];
  const asked = numbers(`${major}${rest}`);
  if (major === '' || asked[0] === undefined) {
    return true;
  }
  switch (operator) {
    case '>=':
      return compare(own, asked) >= 0;
    case '>':
      return compare(own, asked) > 0;
    case '<=':
      return compare(own, asked) <= 0;
    case '<':
      return compare(own, asked) < 0;
    case '^':
      return own[0] === asked[0] && compare(own, asked) >= 0;
    case '~':
      return isLike(own, asked.slice(0, 2)) && compare(own, asked) >= 0;
    default:
      return isLike(own, asked);
  }
}

/** A part that is left out, or is `x`, is `undefined`: it stands for any. */
const numbers = (version: string): Version =>
  version.split('.').map(part => (/^\d+/.test(part) ? Number.parseInt(part, 10) : undefined));

const isLike = (own: Version, asked: Version): boolean =>
  asked.every((part, at) => part === undefined || part === own[at]);

/** `22.1` is not after `22`: what is not told is not compared. */
function compare(own: Version, asked: Version): number {
  for (const [at, part] of asked.entries()) {
    if (part === undefined) {
      return 0;
    }
    const difference = (own[at] ?? 0) - part;
    if (difference !== 0) {
      return difference;
    }
  }
  return 0;
}
