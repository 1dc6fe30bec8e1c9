/** A random number generator with a seed. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0 || 1;
  }

  /** An integer from 0 to below `sides`. */
  roll(sides: number): number {
    // Xorshift.
    let state = this.#state;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    this.#state = state >>> 0;
    return this.#state % sides;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.roll(from.length)] as T;
  }
}

const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  'x',
  '__proto__',
  '\u0000',
  '\uD800',
  '../../etc/passwd',
  [],
  {},
  [null],
  { type: 'text' },
];

/** A recorded line as bytes, after a few random changes. */
export function mutateMessage(line: string, lines: readonly string[], dice: Dice): Buffer {
  switch (dice.roll(6)) {
    case 0:
      return flipBits(Buffer.from(line), dice);
    case 1:
      return splice(Buffer.from(line), Buffer.from(dice.pick(lines)), dice);
    case 2:
      return Buffer.from(line.slice(0, dice.roll(line.length)));
    default:
      return Buffer.from(JSON.stringify(changeValue(JSON.parse(line), dice)));
  }
}

function flipBits(bytes: Buffer, dice: Dice): Buffer {
  for (let count = 1 + dice.roll(4); count > 0; count -= 1) {
    const at = dice.roll(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << dice.roll(8));
  }
  return bytes;
}

const splice = (one: Buffer, other: Buffer, dice: Dice): Buffer =>
  Buffer.concat([one.subarray(0, dice.roll(one.length)), other.subarray(dice.roll(other.length))]);

type Field = readonly [string, unknown];

/** Prefers the parameters of a message: changes elsewhere mostly make it a message that is ignored. */
const findInner = (entries: readonly Field[], dice: Dice): Field | undefined =>
  dice.roll(4) === 0 ? undefined : entries.find(([name]) => ['params', 'update'].includes(name));

/** Drops, replaces, repeats or renames something at a random depth. */
function changeValue(value: unknown, dice: Dice): unknown {
  if (typeof value !== 'object' || value === null || dice.roll(12) === 0) {
    return dice.pick(ODD_VALUES);
  }
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const at = dice.roll(items.length + 1);
    return dice.roll(3) === 0
      ? [...items, ...items]
      : items.toSpliced(at, 1, changeValue(items[at], dice));
  }
  const entries = Object.entries(value);
  const [name, inner] = findInner(entries, dice) ?? dice.pick(entries) ?? ['x', undefined];
  const others = entries.filter(([other]) => other !== name);
  switch (dice.roll(10)) {
    case 0:
      return Object.fromEntries(others);
    case 1:
      return Object.fromEntries([...others, [`${name}x`, inner]]);
    default:
      return Object.fromEntries([...others, [name, changeValue(inner, dice)]]);
  }
}
