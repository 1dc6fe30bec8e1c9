import { describe, expect, it } from 'vitest';
import type { PermissionChoice } from '../../../../../src/core/session/transcript/entry.ts';
import { choiceButtons } from '../../../../../src/webview/transcript/requests/choiceButtons.ts';

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
  choiceButtons(choices).map(({ label }) => label);

describe('the buttons of a permission request', () => {
  it('are named by what they do, whatever the agent calls them', () => {
    const buttons = choiceButtons([
      choice('allow_always', 'Reject'),
      choice('reject_once', 'Allow'),
    ]);
    expect(buttons).toMatchObject([
      { label: 'Allow always', agentLabel: 'Reject', optionId: 'Reject' },
      { label: 'Reject once', agentLabel: 'Allow', optionId: 'Allow' },
    ]);
  });

  it('stand in one order, whatever order the agent gave', () => {
    expect(
      labels(
        choice('reject_always', 'd'),
        choice('reject_once', 'c'),
        choice('allow_always', 'b'),
        choice('allow_once', 'a'),
      ),
    ).toEqual(['Allow once', 'Allow always', 'Reject once', 'Reject always']);
  });

  it('tell what is taken in part from what is allowed as a whole', () => {
    expect(
      labels(
        choice('allow_once', 'All'),
        choice('reject_once', 'None'),
        choice('allow_part', 'Some'),
      ),
    ).toEqual(['Allow once', 'Allow in part', 'Reject once']);
  });

  it('can be told apart when several do the same', () => {
    expect(
      labels(
        choice('allow_always', 'this file'),
        choice('allow_always', 'all'),
        choice('reject_once', 'No'),
      ),
    ).toEqual(['Allow always: this file', 'Allow always: all', 'Reject once']);
  });

  it('always include one that rejects', () => {
    expect(labels(choice('allow_once', 'Yes'))).toEqual(['Allow once', 'Reject once']);
    expect(choiceButtons([])).toEqual([
      { kind: 'reject_once', label: 'Reject once', agentLabel: '' },
    ]);
  });

  it('include each option id once', () => {
    expect(labels(choice('reject_once', 'No', 'x'), choice('allow_once', 'Yes', 'x'))).toEqual([
      'Reject once',
    ]);
  });
});
