/*
 * The lenient parser, for the protocol and other data that we did not write: each function returns the value if it has the
 * type, or `undefined`. See `parseStrict.ts` for our own messages and files.
 */

export type JsonObject = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses JSON; `undefined` if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const asRecord = (value: unknown): JsonObject | undefined =>
  isRecord(value) ? value : undefined;

export const asString = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

export const asNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

export const asBoolean = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' ? value : undefined;

/** Returns the items that `parse` understands and skips the others. */
export function asList<T>(
  value: unknown,
  parse: (item: unknown) => T | undefined,
): readonly T[] | undefined {
  return Array.isArray(value)
    ? value.map(item => parse(item)).filter(item => item !== undefined)
    : undefined;
}

export function asOneOf<T extends string>(value: unknown, known: readonly T[]): T | undefined {
  return known.find(item => item === value);
}

/** An object to spread: the field if it has a value, so that absent fields stay absent. */
export function optionalField<K extends string, V>(
  key: K,
  value: V,
): { [P in K]?: Exclude<V, undefined> } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a computed key loses its name in the type
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: Exclude<V, undefined> };
}
