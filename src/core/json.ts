/** Small questions to a value from outside. Each answers the value in its type, or `undefined`. */

export type JsonObject = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const asRecord = (value: unknown): JsonObject | undefined =>
  isRecord(value) ? value : undefined;

export const asString = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

export const asNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

export const asBoolean = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' ? value : undefined;

/** The items that `parse` understands; the others are passed over. */
export function asList<T>(
  value: unknown,
  parse: (item: unknown) => T | undefined,
): readonly T[] | undefined {
  return Array.isArray(value)
    ? value.map(item => parse(item)).filter(item => item !== undefined)
    : undefined;
}

/** The word if it is one of those we know. */
export function asOneOf<T extends string>(value: unknown, known: readonly T[]): T | undefined {
  return known.find(word => word === value);
}
