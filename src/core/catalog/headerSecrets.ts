import { getSecretValues } from '../redaction/redact.ts';

type Texts = Readonly<Record<string, string>>;

const SECRET = /\$\{secret:([\w.-]{1,100})\}/g;

/** The names of the secrets that headers refer to as `${secret:NAME}`. */
export function getSecretNames(headers: Texts): readonly string[] {
  const found = Object.values(headers).flatMap(value =>
    [...value.matchAll(SECRET)].map(([, name]) => name ?? ''),
  );
  return [...new Set(found)];
}

/** Replaces the references to secrets by their values. */
export function resolveSecrets(headers: Texts, secrets: Texts): Texts {
  return Object.fromEntries(
    Object.entries(headers).map(([header, value]) => [
      header,
      value.replaceAll(SECRET, (_whole, name: string) => secrets[name] ?? ''),
    ]),
  );
}

/** The secrets in resolved headers: replaced values and values of headers with a secret name, with and without a scheme. */
export function getHeaderSecrets(configured: Texts, resolved: Texts): readonly string[] {
  const replaced = Object.keys(resolved).flatMap(name =>
    resolved[name] === configured[name] ? [] : (resolved[name] ?? []),
  );
  const all = [...replaced, ...getSecretValues(resolved)];
  return [...new Set(all.flatMap(value => [value, value.split(' ').at(-1) ?? value]))];
}
