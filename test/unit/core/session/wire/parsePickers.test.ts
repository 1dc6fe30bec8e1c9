import { describe, expect, it } from 'vitest';
import { parsePickers } from '../../../../../src/core/session/wire/parsePickers.ts';
import { stateAfterUpdate } from '../../../../../src/core/session/state/stateAfterUpdate.ts';
import { idleState } from '../../../../fakes/idleState.ts';

const modes = {
  currentModeId: 'yolo',
  availableModes: [
    { id: 'ask', name: 'Ask' },
    { id: 'yolo', name: 'YOLO' },
  ],
};
const models = {
  currentModelId: 'large',
  availableModels: [{ modelId: 'large', name: 'Large' }],
};
const select = (id: string, category: string | undefined, values: readonly string[]) => ({
  type: 'select' as const,
  id,
  name: id,
  ...(category === undefined ? {} : { category }),
  currentValue: values[0] ?? '',
  options: values.map(value => ({ value, name: value })),
});
const effort = select('effort', 'thought_level', ['low', 'high']);
const idsOf = (configOptions: readonly unknown[]): readonly string[] =>
  parsePickers({ modes, models, configOptions }).map(({ id, via }) => `${via}:${id}`);

describe('modes and models beside config options', () => {
  it('stay when no option covers them', () => {
    expect(idsOf([effort])).toEqual(['mode:mode', 'model:model', 'config:effort']);
  });

  it('give way to an option of their category, or id, or with all their values', () => {
    expect(idsOf([select('permissions', 'mode', ['a'])])).toEqual([
      'model:model',
      'config:permissions',
    ]);
    expect(idsOf([select('model', undefined, ['a'])])).toEqual(['mode:mode', 'config:model']);
    expect(idsOf([select('approval', undefined, ['yolo', 'ask', 'plan'])])).toEqual([
      'model:model',
      'config:approval',
    ]);
  });

  it('stay when the agent changes its options', () => {
    const pickers = parsePickers({ modes, models, configOptions: [effort] });
    const after = stateAfterUpdate(
      { ...idleState, pickers },
      { sessionUpdate: 'config_option_update', configOptions: [select('speed', undefined, ['a'])] },
    );
    expect(after.pickers.map(({ id }) => id)).toEqual(['mode', 'model', 'speed']);
  });
});
