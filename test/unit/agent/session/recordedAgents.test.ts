import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parseTrace } from '../../../fakes/replay.ts';
import { replaySession } from '../../../fakes/replaySession.ts';
import { fullOutline } from '../../../fakes/replayUser.ts';
import { useSessionFixture } from '../../../fakes/useSessionFixture.ts';

/** Traffic recorded by `npm run test:agents -- --record`, and next to each recording the resulting conversation. */
const folder = fileURLToPath(new URL('../../../fixtures/agents/', import.meta.url));
const names = readdirSync(folder).flatMap(file => /^(.*)\.ndjson$/.exec(file)?.[1] ?? []);

const fixture = useSessionFixture();

it.each(names)('the recorded traffic of %s results in the expected conversation', async name => {
  const lines = parseTrace(await readFile(`${folder}${name}.ndjson`, 'utf8'));
  const session = await replaySession(fixture, lines);
  await expect(fullOutline(session)).toMatchFileSnapshot(`${folder}${name}.txt`);
});

/** Folders and addresses of a machine, keys, and any time but the first moment of 2026, which replaces all others. */
const MACHINE_SPECIFIC =
  /\/root\b|\/tmp\/|ccord-\w{6}\/|127\.0\.0\.1:\d|\bsk-[a-z]|"hostname":"(?!host")|20\d\d-(?!01-01T00:00:00)\d\d-\d\dT|(?<!\d)1(?!767225)[7-9]\d{11}(?!\d)/;

it.each(names)(
  'the recorded traffic of %s contains nothing specific to the machine it was recorded on',
  async name => {
    const text = await readFile(`${folder}${name}.ndjson`, 'utf8');
    expect(MACHINE_SPECIFIC.exec(text)?.[0]).toBeUndefined();
  },
);
