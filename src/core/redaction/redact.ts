import { asList, asRecord } from '../json.ts';
import { base64Spellings } from './base64Spellings.ts';
import { PRIVATE_KEY } from './privateKey.ts';

/**
 * Removes secrets from text that will be shown, logged or exported: the secrets we know, values that follow a name such as
 * `API_KEY`, and keys of well-known formats.
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  const without = getSecretSpellings(secrets).reduce(
    (rest, secret) => rest.replaceAll(secret, REDACTED),
    text,
  );
  return SECRET_PATTERNS.reduce(
    (rest, pattern) => rest.replaceAll(pattern, `$1${REDACTED}`),
    without,
  );
}

/** Where a secret is in a text, from `start` to before `end`. */
export interface SecretRange {
  readonly start: number;
  readonly end: number;
}

/** Where `redact` finds secrets in a text: in order, and without overlaps. */
export function findSecrets(text: string, secrets: readonly string[] = []): readonly SecretRange[] {
  const known = getSecretSpellings(secrets).flatMap(secret => findAll(text, secret));
  const others = SECRET_PATTERNS.flatMap(pattern =>
    [...text.matchAll(pattern)].map(match => ({
      start: match.index + (match[1]?.length ?? 0),
      end: match.index + match[0].length,
    })),
  );
  const ordered = [...known, ...others].toSorted((one, other) => one.start - other.start);
  return ordered.reduce<SecretRange[]>((merged, range) => {
    const last = merged.at(-1);
    return last && range.start < last.end
      ? [...merged.slice(0, -1), { start: last.start, end: Math.max(last.end, range.end) }]
      : [...merged, range];
  }, []);
}

function findAll(text: string, part: string): readonly SecretRange[] {
  const ranges: SecretRange[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) {
    ranges.push({ start: at, end: at + part.length });
  }
  return ranges;
}

/** All spellings of the secrets, the longest first. */
export function getSecretSpellings(secrets: readonly string[]): readonly string[] {
  const cached = cachedSpellings.get(secrets);
  if (cached) {
    return cached;
  }
  const known = secrets
    .filter(secret => secret.length >= SHORTEST_SECRET_CHARS)
    .flatMap(spellings)
    .toSorted((a, b) => b.length - a.length);
  cachedSpellings.set(secrets, known);
  return known;
}

/** The same list of secrets is used for every message of an agent. */
const cachedSpellings = new WeakMap<readonly string[], readonly string[]>();

/** The values of the variables whose names suggest a secret. */
export function getSecretValues(variables: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(variables).flatMap(([name, value]) =>
    SECRET_NAME.test(name) ? value : [],
  );
}

/** Serializes a value without secrets. The result is valid JSON whatever characters the secrets contain. */
export function redactJson(value: unknown, secrets: readonly string[] = []): string {
  return JSON.stringify(value, (name, item: unknown) => {
    if (typeof item === 'string') {
      return SECRET_FIELD.test(name) ? REDACTED : redact(item, secrets);
    }
    if (Array.isArray(item)) {
      return redactItems(name, item);
    }
    if (name === 'headers' && asRecord(item)) {
      return withHiddenValues(item);
    }
    return isSecretVariable(item) ? { ...item, value: REDACTED } : item;
  });
}

/** The headers of a provider may all identify the user, whatever their names. */
const withHiddenValues = (headers: unknown): unknown =>
  Object.fromEntries(Object.keys(asRecord(headers) ?? {}).map(name => [name, REDACTED]));

/** Redacts the arguments of a program, including the value after an option such as `--api-key`. */
export function redactArgs(args: readonly string[]): readonly string[] {
  return args.map((arg, n) => {
    const isValue = SECRET_OPTION.test(args[n - 1] ?? '') && !arg.startsWith('-');
    return isValue ? REDACTED : redact(arg);
  });
}

function redactItems(name: string, items: readonly unknown[]): readonly unknown[] {
  switch (name) {
    case 'args':
      return items.every(item => typeof item === 'string') ? redactArgs(items) : items;
    case 'mcpServers':
      return items.map(withoutValues);
    default:
      return items;
  }
}

/** The variables and headers of an MCP server may all identify the user, whatever their names. */
function withoutValues(server: unknown): unknown {
  const record = asRecord(server);
  if (!record) {
    return server;
  }
  const hidden = ['env', 'headers'].flatMap(field => {
    const pairs = asList(record[field], asRecord);
    return pairs ? [[field, pairs.map(pair => ({ ...pair, value: REDACTED }))] as const] : [];
  });
  return { ...record, ...Object.fromEntries(hidden) };
}

/** Headers and environment variables are sent as pairs of a name and a value. */
function isSecretVariable(item: unknown): item is { readonly name: string } {
  return (
    typeof item === 'object' &&
    item !== null &&
    'name' in item &&
    'value' in item &&
    typeof item.name === 'string' &&
    SECRET_NAME.test(item.name)
  );
}

const SECRET_FIELD =
  /(?:api|access|private)[-_]?key|token|secret|passw|credential|authorization|cookie/i;
const SECRET_OPTION = /^--?[\w-]*(?:key|token|secret|passw\w*|credentials?|auth|cookie)$/i;
const SECRET_NAME = /key|token|secret|pass|credential|auth|cookie/i;

/** The text that replaces a secret. */
export const REDACTED = '[hidden]';

/** Shorter values occur inside ordinary words, which would become unreadable. */
const SHORTEST_SECRET_CHARS = 6;

/** A secret as it is, inside JSON, inside a URL, and inside Base64, as in a `Basic` header. */
function spellings(secret: string): readonly string[] {
  const plain = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
  return [...new Set([...plain, ...base64Spellings(secret)])];
}

/** A pattern for the words in any case. The flag would also apply to names of variables, which are upper case. */
const anyCase = (words: string): string =>
  words.replaceAll(/[a-z]/g, letter => `[${letter}${letter.toUpperCase()}]`);

const NAMES = anyCase('key|token|secret|passwd|password|passphrase|credential|credentials');
const HEADERS = anyCase('authorization|cookie');

/** What follows a name without being a secret: the scheme of a header, a variable, a sentence about what is missing. */
const NO_VALUE = [
  String.raw`\s|["',;]|\[hidden\]`,
  anyCase('bearer |basic '),
  String.raw`\$?\{?(?:[A-Z\d]{1,40}_){1,8}(?:KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS?)\b(?!=)`,
  String.raw`(?:${anyCase('set|add|use|the|please|not|your|you|must|run|export|provide|see|check|enter|define')})\s{1,4}[A-Za-z$]`,
].join('|');

const NAMED_VALUE = new RegExp(
  String.raw`((?:${NAMES}|${HEADERS})["']?\s{0,4}[:=]\s{0,4}["']?)(?!${NO_VALUE})[^\s"',;]{3,4000}`,
  'g',
);

/** Each pattern keeps its first group, the name, and hides the rest. All repetitions are bounded. */
const SECRET_PATTERNS: readonly RegExp[] = [
  PRIVATE_KEY,
  /(\b(?:bearer|basic)\s{1,4})[\w.~+/=-]{16,4000}/gi,
  NAMED_VALUE,
  /(:\/\/[^\s:/@]{1,200}:)[^\s/@]{1,200}(?=@)/g,
  /(\b)(?:sk|pk|rk)-[\w-]{16,300}/g,
  /(\b)(?:(?:sk|pk|rk)_(?:live|test)_\w{10,300}|whsec_\w{16,300}|SG\.[\w-]{10,100}\.[\w-]{10,200})/g,
  /(\b)(?:gh[opsur]_\w{20,300}|github_pat_\w{20,300}|glpat-[\w-]{16,300}|xox[abeoprs]-[\w-]{10,300}|npm_\w{30,100})/g,
  /(\b)(?:AIza[\w-]{30,60}|(?:AKIA|ASIA)[A-Z0-9]{16}|ya29\.[\w-]{20,500}|hf_\w{20,100}|xai-\w{20,200})/g,
  /(\b)eyJ[\w-]{8,4000}\.[\w-]{8,8000}(?:\.[\w-]{0,2000})?/g,
];
