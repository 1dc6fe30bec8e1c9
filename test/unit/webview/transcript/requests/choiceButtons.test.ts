import { describe, expect, it } from 'vitest';
import type { PermissionChoice } from '../../../../../src/core/session/transcript/entry.ts';
import {
  asksReason,
  choiceButtons,
} from '../../../../../src/webview/transcript/requests/choiceButtons.ts';

const choice = (
  kind: PermissionChoice['kind'],
  name: string,
  optionId = name,
): PermissionChoice => ({
  kind,
  name,
  optionId,
});

const labels = (...choices: PermissionChoice[]): string[] =>
  choiceButtons({ choices }).map(({ label }) => label);

describe('the buttons of a permission request', () => {
  it("have the agent's wording where it says what they do", () => {
    expect(
      labels(
        choice('allow_once', 'Yes'),
        choice('allow_always', "Yes, and don't ask again for npm commands"),
        choice('reject_once', 'No, and tell Claude what to do differently'),
        choice('reject_always', 'Always reject'),
      ),
    ).toEqual([
      'Yes',
      "Yes, and don't ask again for npm commands",
      'No, and tell Claude what to do differently',
      'Always reject',
    ]);
    expect(labels(choice('allow_always', 'Always Allow'), choice('reject_once', 'Reject'))).toEqual(
      ['Always Allow', 'Reject'],
    );
  });

  it('say what they do first, where the agent says something else', () => {
    expect(
      labels(
        choice('allow_once', 'Show details'),
        choice('allow_once', 'Please reject this'),
        choice('allow_once', 'Y\u0435s'), // Not a Latin letter.
        choice('allow_always', 'Reject'),
        choice('allow_always', 'Yes'),
        choice('reject_once', 'Allow'),
        choice('reject_once', 'Never again'),
        choice('other', 'Ask a person'),
      ),
    ).toEqual([
      'Allow once: Show details',
      'Allow once: Please reject this',
      'Allow once: Y\u0435s',
      'Allow always: Reject',
      'Allow always: Yes',
      'Reject once: Allow',
      'Reject once: Never again',
      'Other: Ask a person',
    ]);
  });

  it('name their kind apart from the label', () => {
    const choices = [choice('allow_always', 'Reject'), choice('reject_once', 'No')];
    expect(choiceButtons({ choices })).toMatchObject([
      { kindLabel: 'Allow always', optionId: 'Reject' },
      { kindLabel: 'Reject once', optionId: 'No' },
    ]);
  });

  it('have a fixed order', () => {
    expect(
      labels(
        choice('reject_always', ''),
        choice('reject_once', '', 'c'),
        choice('allow_always', '', 'b'),
        choice('allow_once', '', 'a'),
      ),
    ).toEqual(['Allow once', 'Allow always', 'Reject once', 'Reject always']);
  });

  it('have our own wording in our own requests', () => {
    const choices = [
      choice('allow_once', 'Write everything'),
      choice('allow_part', 'Write only the accepted hunks'),
      choice('reject_once', 'Write nothing'),
    ];
    expect(choiceButtons({ choices, source: 'client' }).map(({ label }) => label)).toEqual([
      'Write everything',
      'Write only the accepted hunks',
      'Write nothing',
    ]);
  });

  it('always include a rejection', () => {
    expect(labels(choice('allow_once', 'Yes'))).toEqual(['Yes', 'Reject once']);
    expect(choiceButtons({ choices: [] })).toEqual([
      { kind: 'reject_once', label: 'Reject once', kindLabel: 'Reject once' },
    ]);
  });

  it('include each option id once', () => {
    expect(labels(choice('reject_once', 'No', 'x'), choice('allow_once', 'Yes', 'x'))).toEqual([
      'No',
    ]);
  });
});

describe('a rejection of the agent', () => {
  it.each([
    'No, and tell Claude what to do differently',
    'No, and tell Codex what to do differently (esc)',
    'No, provide feedback',
    'Reject with a reason',
  ])('asks for a reason: %s', name => {
    expect(asksReason([choice('allow_once', 'Yes'), choice('reject_once', name)])).toBe(true);
  });

  it('does not ask for a reason if it only rejects, or if another option does', () => {
    const choices = [
      choice('allow_once', 'Yes, and tell me what you did'),
      choice('reject_once', 'No'),
      choice('reject_always', "No, and don't ask again for this command"),
    ];
    expect(asksReason(choices)).toBe(false);
  });
});
