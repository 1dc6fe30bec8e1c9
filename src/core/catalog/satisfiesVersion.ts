/**
 * Whether a version satisfies a range of npm's `engines`, such as `>=20`, `^18.1 || >=22` or `20.x`. A range that is not
 * understood is satisfied by every version, because an agent that does not start is better than one that cannot be tried.
 */
export function satisfiesVersion(range: string, version: string): boolean {
  const own = numbers(version.replace(/^v/, ''));
  return range.split('||').some(part => {
    const comparator = part.trim().replaceAll(/([<>=^~])\s+/g, '$1');
    return comparator === '' || comparator.split(/\s+/).every(one => satisfies(one, own));
  });
}

type Version = readonly (number | undefined)[];

const COMPARATOR = /^([<>]=?|[=^~])?v?(\d+|[xX*])((?:\.(?:\d+|[xX*])){0,2})(?:[-+].*)?$/;

function satisfies(comparator: string, own: Version): boolean {
  const [, operator = '=', major = '', rest = ''] = COMPARATOR.exec(comparator) ?? [];
  const required = numbers(`${major}${rest}`);
  if (major === '' || required[0] === undefined) {
    return true;
  }
  switch (operator) {
    case '>=':
      return compare(own, required) >= 0;
    case '>':
      return compare(own, required) > 0;
    case '<=':
      return compare(own, required) <= 0;
    case '<':
      return compare(own, required) < 0;
    case '^':
      return own[0] === required[0] && compare(own, required) >= 0;
    case '~':
      return matchesPrefix(own, required.slice(0, 2)) && compare(own, required) >= 0;
    default:
      return matchesPrefix(own, required);
  }
}

/** A part that is missing or `x` matches any number and is `undefined`. */
const numbers = (version: string): Version =>
  version.split('.').map(part => (/^\d+/.test(part) ? Number.parseInt(part, 10) : undefined));

const matchesPrefix = (own: Version, required: Version): boolean =>
  required.every((part, at) => part === undefined || part === own[at]);

/** Compares only the parts that the range specifies: `22.1` is not greater than `22`. */
function compare(own: Version, required: Version): number {
  for (const [at, part] of required.entries()) {
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
