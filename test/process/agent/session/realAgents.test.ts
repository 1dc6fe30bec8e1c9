import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseTrace } from '../../../fakes/replay.ts';
import { replaySession } from '../../../fakes/replaySession.ts';
import { fullOutline } from '../../../fakes/replayUser.ts';
import { SessionFixture } from '../../../fakes/sessionFixture.ts';

/** What `npm run test:agents -- --record` left of real runs; beside each, what we make of it. */
const folder = fileURLToPath(new URL('../../../fixtures/agents/', import.meta.url));
const names = readdirSync(folder).flatMap(file => /^(.*)\.ndjson$/.exec(file)?.[1] ?? []);

let stage: SessionFixture;

beforeEach(async () => {
  stage = await SessionFixture.open();
});

afterEach(() => stage.close());

it.each(names)('the recorded run of %s gives the same conversation again', async name => {
  const lines = parseTrace(await readFile(`${folder}${name}.ndjson`, 'utf8'));
  const session = await replaySession(stage, lines);
  await expect(fullOutline(session)).toMatchFileSnapshot(`${folder}${name}.txt`);
});

/** Folders and addresses of a machine, keys, and any moment but the first of 2026. */
const TRACES_OF_A_MACHINE =
  /\/root\b|\/tmp\/|ccord-\w{6}\/|127\.0\.0\.1:\d|sk-[a-z]|"hostname":"(?!host")|20\d\d-(?!01-01T00:00:00)\d\d-\d\dT|(?<!\d)1(?!767225)[7-9]\d{11}(?!\d)/;

it.each(names)(
  'the recorded run of %s tells nothing of the machine it was recorded on',
  async name => {
    const text = await readFile(`${folder}${name}.ndjson`, 'utf8');
    expect(TRACES_OF_A_MACHINE.exec(text)?.[0]).toBeUndefined();
  },
);
