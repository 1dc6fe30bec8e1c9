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
  it('have labels for their kind, whatever the agent calls them', () => {
    const buttons = choiceButtons([
      choice('allow_always', 'Reject'),
      choice('reject_once', 'Allow'),
    ]);
    expect(buttons).toMatchObject([
      { label: 'Allow always', agentLabel: 'Reject', optionId: 'Reject' },
      { label: 'Reject once', agentLabel: 'Allow', optionId: 'Allow' },
    ]);
  });

  it('have a fixed order', () => {
    expect(
      labels(
        choice('reject_always', 'd'),
        choice('reject_once', 'c'),
        choice('allow_always', 'b'),
        choice('allow_once', 'a'),
      ),
    ).toEqual(['Allow once', 'Allow always', 'Reject once', 'Reject always']);
  });

  it('distinguish a partial permission from a full one', () => {
    expect(
      labels(
        choice('allow_once', 'All'),
        choice('reject_once', 'None'),
        choice('allow_part', 'Some'),
      ),
    ).toEqual(['Allow once', 'Allow partially', 'Reject once']);
  });

  it('have distinct labels when several have the same kind', () => {
    expect(
      labels(
        choice('allow_always', 'this file'),
        choice('allow_always', 'all'),
        choice('reject_once', 'No'),
      ),
    ).toEqual(['Allow always: this file', 'Allow always: all', 'Reject once']);
  });

  it('always include a rejection', () => {
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
