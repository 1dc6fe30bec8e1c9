import { getSecretValues } from '../redaction/redact.ts';

type Texts = Readonly<Record<string, string>>;

const SECRET = /\$\{secret:([\w.-]{1,100})\}/g;

/** The names of the secrets that headers ask for with `${secret:NAME}`, each once. */
export function getSecretNames(headers: Texts): readonly string[] {
  const found = Object.values(headers).flatMap(value =>
    [...value.matchAll(SECRET)].map(([, name]) => name ?? ''),
  );
  return [...new Set(found)];
}

/** The headers with secrets in place of their names. */
export function resolveSecrets(headers: Texts, secrets: Texts): Texts {
  return Object.fromEntries(
    Object.entries(headers).map(([header, value]) => [
      header,
      value.replaceAll(SECRET, (_whole, name: string) => secrets[name] ?? ''),
    ]),
  );
}

/** What of the headers to be sent is secret: what was filled in, and what its name says so of; with and without a scheme before it. */
export function getHeaderSecrets(given: Texts, sent: Texts): readonly string[] {
  const filledIn = Object.keys(sent).flatMap(name =>
    sent[name] === given[name] ? [] : (sent[name] ?? []),
  );
  const all = [...filledIn, ...getSecretValues(sent)];
  return [...new Set(all.flatMap(value => [value, value.split(' ').at(-1) ?? value]))];
}
