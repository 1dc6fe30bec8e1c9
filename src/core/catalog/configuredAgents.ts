import { asList, asRecord, asString } from '../json.ts';

/** An agent the user has set up, as it stands in the settings. */
export interface ConfiguredAgent {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** The agents in `accord.agents`; an entry without a command is passed over. */
export function configuredAgents(raw: unknown): readonly ConfiguredAgent[] {
  return Object.entries(asRecord(raw) ?? {}).flatMap(([name, value]) => {
    const entry = asRecord(value);
    const command = asString(entry?.['command']);
    const cwd = asString(entry?.['cwd']);
    return command === undefined
      ? []
      : [
          {
            name,
            command,
            args: asList(entry?.['args'], asString) ?? [],
            env: environmentOf(entry?.['env']),
            ...(cwd ? { cwd } : {}),
          },
        ];
  });
}

function environmentOf(raw: unknown): Readonly<Record<string, string>> {
  const variables = Object.entries(asRecord(raw) ?? {});
  return Object.fromEntries(
    variables.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
