/**
 * Reads fields of an unknown value. One that does not fit makes the whole unsound, so the reader looks once, at the end.
 */
export class Fields {
  readonly #fields: Readonly<Record<string, unknown>>;
  #sound: boolean;

  constructor(raw: unknown) {
    this.#sound = isRecord(raw);
    this.#fields = isRecord(raw) ? raw : {};
  }

  get sound(): boolean {
    return this.#sound;
  }

  /** Unsound, if this does not hold. */
  insist(holds: boolean): void {
    this.#sound &&= holds;
  }

  /** A field as it is, for another reader. */
  raw(field: string): unknown {
    return this.#fields[field];
  }

  text(field: string, limitCharacters: number, form = /^/): string {
    return this.#take(
      field,
      isString,
      '',
      value => value.length <= limitCharacters && form.test(value),
    );
  }

  flag(field: string): boolean {
    return this.#take(field, isBoolean, false);
  }

  /** A whole number from 0. */
  count(field: string): number {
    return this.#take(field, isNumber, 0, value => Number.isSafeInteger(value) && value >= 0);
  }

  list(field: string, limit: number): readonly unknown[] {
    return this.#take(field, isList, [], value => value.length <= limit);
  }

  one<T extends string>(field: string, known: readonly T[], otherwise: T): T {
    const value = this.#fields[field];
    const found = known.find(word => word === value);
    this.insist(found !== undefined);
    return found ?? otherwise;
  }

  /** A value with fields of its own; if those are unsound, so is this. */
  inner<T>(field: string, read: (fields: Fields) => T): T {
    const fields = new Fields(this.#fields[field]);
    const value = read(fields);
    this.insist(fields.sound);
    return value;
  }

  /** What `read` makes of a field, or nothing where there is none: to be spread. */
  maybe<T extends object>(field: string, read: () => T): T | undefined {
    return this.#fields[field] === undefined ? undefined : read();
  }

  #take<T>(
    field: string,
    is: (value: unknown) => value is T,
    otherwise: T,
    fits: (value: T) => boolean = () => true,
  ): T {
    const value = this.#fields[field];
    if (is(value) && fits(value)) {
      return value;
    }
    this.insist(false);
    return otherwise;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isString = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
