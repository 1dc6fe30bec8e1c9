import { describe, expect, it } from 'vitest';
import type { Picker } from '../../../../../src/core/session/state/picker.ts';
import { stateAfterUpdate } from '../../../../../src/core/session/state/stateAfterUpdate.ts';
import { idleState } from '../../../../fakes/idleState.ts';

const select = (id: string, category: string): Picker => ({
  id,
  category,
  name: id,
  via: 'config',
  kind: 'select',
  value: 'ask',
  choices: ['ask', 'plan'].map(value => ({ value, name: value })),
});

const valuesAfter = (pickers: readonly Picker[], currentModeId: string) =>
  stateAfterUpdate(
    { ...idleState, pickers },
    { sessionUpdate: 'current_mode_update', currentModeId },
  ).pickers.map(({ value }) => value);

describe('a mode that the agent changes', () => {
  it('is shown in whichever picker offers the modes', () => {
    expect(valuesAfter([select('mode', 'mode'), select('x', 'other')], 'plan')).toEqual([
      'plan',
      'ask',
    ]);
    expect(valuesAfter([select('x', 'other'), select('permissions', 'mode')], 'plan')).toEqual([
      'ask',
      'plan',
    ]);
  });

  it('is ignored if no picker offers it', () => {
    expect(valuesAfter([select('permissions', 'mode')], 'unheard of')).toEqual(['ask']);
  });
});
