import { asList, asRecord } from '../json.ts';
import { PRIVATE_KEY } from './privateKey.ts';

/**
 * Takes secrets out of a text that will be shown, logged or exported: the values we hold, values
 * behind a name such as `API_KEY`, and the well-known shapes of keys.
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  const known = secrets
    .filter(secret => secret.length >= SHORTEST_SECRET_CHARS)
    .toSorted((a, b) => b.length - a.length)
    .flatMap(spellings);
  const without = known.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), text);
  return SHAPES.reduce((rest, shape) => rest.replaceAll(shape, `$1${REDACTED}`), without);
}

/** The values of those variables whose names say that they are secret. */
export function getSecretValues(variables: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(variables).flatMap(([name, value]) =>
    SECRET_NAME.test(name) ? value : [],
  );
}

/** A value from outside as JSON without secrets, ours among them. What comes out is JSON whatever the secrets look like. */
export function redactJson(value: unknown, secrets: readonly string[] = []): string {
  return JSON.stringify(value, (name, item: unknown) => {
    if (typeof item === 'string') {
      return SECRET_FIELD.test(name) ? REDACTED : redact(item, secrets);
    }
    if (Array.isArray(item)) {
      return redactedList(name, item);
    }
    return isSecretVariable(item) ? { ...item, value: REDACTED } : item;
  });
}

/** The arguments of a program, without what follows a name such as `--api-key`. */
export function redactArgs(args: readonly string[]): readonly string[] {
  return args.map((arg, n) => {
    const isValue = SECRET_OPTION.test(args[n - 1] ?? '') && !arg.startsWith('-');
    return isValue ? REDACTED : redact(arg);
  });
}

function redactedList(name: string, items: readonly unknown[]): readonly unknown[] {
  switch (name) {
    case 'args':
      return items.every(item => typeof item === 'string') ? redactArgs(items) : items;
    case 'mcpServers':
      return items.map(withoutValues);
    default:
      return items;
  }
}

/** What a server is given proves who the user is, whatever its name. */
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

/** Headers and environment variables travel as pairs of a name and a value. */
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

/** What stands in a secret's place. */
export const REDACTED = '[hidden]';

/** Shorter values occur in plain words, which would become unreadable. */
const SHORTEST_SECRET_CHARS = 6;

/** A value as it is, inside JSON, and inside an address. */
function spellings(secret: string): readonly string[] {
  return [...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])];
}

/** Each keeps its first group, the name, and hides the rest. All repeats are bounded. */
const SHAPES: readonly RegExp[] = [
  PRIVATE_KEY,
  /(\b(?:bearer|basic)\s{1,4})[\w.~+/=-]{16,4000}/gi,
  /((?:key|token|secret|passwd|password|passphrase|credentials?|authorization|cookie)["']?\s{0,4}[:=]\s{0,4}["']?)(?!\s|["',;]|\[hidden\]|bearer |basic )[^\s"',;]{3,4000}/gi,
  /(:\/\/[^\s:/@]{1,200}:)[^\s/@]{1,200}(?=@)/g,
  /(\b)(?:sk|pk|rk)-[\w-]{16,300}/g,
  /(\b)(?:gh[opsur]_\w{20,300}|github_pat_\w{20,300}|glpat-[\w-]{16,300}|xox[abeoprs]-[\w-]{10,300}|npm_\w{30,100})/g,
  /(\b)(?:AIza[\w-]{30,60}|(?:AKIA|ASIA)[A-Z0-9]{16}|ya29\.[\w-]{20,500}|hf_\w{20,100}|xai-\w{20,200})/g,
  /(\b)eyJ[\w-]{8,4000}\.[\w-]{8,8000}(?:\.[\w-]{0,2000})?/g,
];
