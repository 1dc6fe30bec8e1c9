import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as parse from '../../../../src/vscode/chat/parseMessages.ts';

const parsers: readonly ((raw: unknown) => unknown)[] = Object.values(parse);

/** The fields that a parsed message may have; none of them names a command, a path or a setting. */
const FIELDS = new Set(
  'sessionId entryId promptId beforeId pickerId optionId methodId terminalId agentId draft atMs name kind edit reason action values value picker liked href text language file use'.split(
    ' ',
  ),
);

/** Fields that have one of a few values. */
const CHOICES: Readonly<Record<string, RegExp>> = {
  edit: /^(?:remove|sendNow)$/,
  kind: /^(?:untrusted|noFolder|virtual)$/,
  use: /^(?:copy|insert|apply|newFile|open|stop)$/,
  action:
    /^(?:accept|decline|cancel|retry|restart|signIn|showLog|newSession|addConversation|sendProblems)$/,
};

const LONGEST_ID_CHARS = 200;

const anything = fc.anything({ maxDepth: 2, maxKeys: 4 });
const nearly = fc.oneof(
  anything,
  fc.string(),
  fc.constantFrom('remove', 'accept', 'copy', 'open', 'x'.repeat(300), true, 7, [], null),
);
const message = fc.record(
  { ...Object.fromEntries([...FIELDS].map(name => [name, nearly])), command: nearly, path: nearly },
  { requiredKeys: [] },
);
/** Messages whose required fields are valid, so that the parsers reach the others. */
const plausible = message.map(more => ({
  sessionId: 's1',
  entryId: 'e1',
  draft: { text: 'hi', mentions: [] },
  ...more,
}));

describe('parsers of webview messages', () => {
  it('drop or sanitize 100,000 forged messages and never throw', () => {
    const runs = Math.ceil(100_000 / parsers.length);
    let taken = 0;
    fc.assert(
      fc.property(fc.oneof(anything, message, plausible), raw => {
        for (const read of parsers) {
          const value = read(raw);
          taken += value === undefined ? 0 : 1;
          expectHarmless(value);
        }
      }),
      { numRuns: runs },
    );
    expect(taken).toBeGreaterThan(1_000);
  });
});

describe('a picker value', () => {
  it('may be of any length', () => {
    const pick = { sessionId: 's1', pickerId: 'model', value: `vendor/${'x'.repeat(500)}` };
    expect(parse.parsePickerValue(pick)).toEqual(pick);
  });
});

function expectHarmless(value: unknown): void {
  if (value === undefined) {
    return;
  }
  for (const [name, inner] of Object.entries(value as object) as [string, unknown][]) {
    const isKnown = FIELDS.has(name) && (CHOICES[name]?.test(String(inner)) ?? true);
    const isShort = !name.endsWith('Id') || name === 'optionId' || name === 'methodId';
    if (!isKnown || !(isShort || String(inner).length <= LONGEST_ID_CHARS)) {
      expect.fail(`${name}: ${String(inner)}`);
    }
  }
}
