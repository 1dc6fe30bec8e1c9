import { asBoolean, asList, asRecord, asString, parseJson } from '../json.ts';

/** A value that the user has entered, and the servers that may get it. */
export interface StoredInput {
  readonly value: string;
  readonly isPassword: boolean;
  /** See `getDestination`. */
  readonly destinations: readonly string[];
}

/** The values that the user has entered, by the path of the file that asked for them and by their ids. */
export type StoredInputs = Readonly<Record<string, Readonly<Record<string, StoredInput>>>>;

/** Reads what was stored. Anything else is as good as nothing: the user is asked again. */
export const parseStoredInputs = (text: string | undefined): StoredInputs =>
  mapValues(asRecord(parseJson(text ?? '')) ?? {}, file =>
    mapValues(asRecord(file) ?? {}, parseStoredInput),
  );

/** The value of an input for one destination; `undefined` if the user has not entered it for that. */
export function findInputValue(
  stored: StoredInputs,
  { file, id, destination }: Readonly<Record<'file' | 'id' | 'destination', string>>,
): string | undefined {
  const input = getOwn(getOwn(stored, file) ?? {}, id);
  return input?.destinations.includes(destination) ? input.value : undefined;
}

/** Stores a value for the destinations that were shown to the user, and for no others. */
export const withInput = (
  stored: StoredInputs,
  file: string,
  id: string,
  input: StoredInput,
): StoredInputs => ({ ...stored, [file]: { ...getOwn(stored, file), [id]: input } });

/** The values that must not be shown anywhere. */
export const getInputSecrets = (stored: StoredInputs): readonly string[] =>
  Object.values(stored)
    .flatMap(file => Object.values(file))
    .flatMap(({ value, isPassword }) => (isPassword ? [value] : []));

/** Ids come from files, and a plain object has more properties than its own. */
const getOwn = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

function parseStoredInput(raw: unknown): StoredInput | undefined {
  const input = asRecord(raw) ?? {};
  const value = asString(input['value']);
  return value === undefined
    ? undefined
    : {
        value,
        isPassword: asBoolean(input['isPassword']) ?? true,
        destinations: asList(input['destinations'], asString) ?? [],
      };
}

const mapValues = <T>(
  record: Readonly<Record<string, unknown>>,
  parse: (value: unknown) => T | undefined,
): Readonly<Record<string, T>> =>
  Object.fromEntries(
    Object.entries(record).flatMap(([key, value]) => {
      const parsed = parse(value);
      return parsed === undefined ? [] : [[key, parsed]];
    }),
  );
