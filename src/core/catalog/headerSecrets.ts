type Texts = Readonly<Record<string, string>>;

const SECRET = /\$\{secret:([\w.-]{1,100})\}/g;

/** The names of the secrets that headers ask for with `${secret:NAME}`, each once. */
export function secretNames(headers: Texts): readonly string[] {
  const found = Object.values(headers).flatMap(value =>
    [...value.matchAll(SECRET)].map(([, name]) => name ?? ''),
  );
  return [...new Set(found)];
}

/** The headers with secrets in place of their names. */
export function withSecrets(headers: Texts, secrets: Texts): Texts {
  return Object.fromEntries(
    Object.entries(headers).map(([header, value]) => [
      header,
      value.replaceAll(SECRET, (_whole, name: string) => secrets[name] ?? ''),
    ]),
  );
}
