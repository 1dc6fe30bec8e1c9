import { describe, expect, it } from 'vitest';
import { playInModel } from '../../../../random/model/playInModel.ts';
import { randomScript } from '../../../../random/script/randomScript.ts';
import { describeScript, type Script } from '../../../../random/script/script.ts';
import { isPlayable, shrinkScript } from '../../../../random/script/shrinkScript.ts';
import { seedMultiplier } from '../../text/randomTexts.ts';

describe('random scripts', () => {
  it('lose no line of the user in the model, and leave none of the agent', () => {
    for (let seed = 1; seed <= 1_500 * seedMultiplier; seed += 1) {
      const failure = playInModel(randomScript(seed));
      expect(failure, `seed ${seed}`).toBeUndefined();
    }
  }, 600_000);

  it('are playable, and the same for the same seed', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      expect(isPlayable(randomScript(seed).steps)).toBe(true);
      expect(randomScript(seed)).toEqual(randomScript(seed));
    }
  });

  it('are made smaller as long as they fail', async () => {
    const failing = Array.from({ length: 2_000 }, (_, seed) => randomScript(seed)).find(
      deletesTwice,
    );
    const smallest = await shrinkScript(
      failing ?? randomScript(0),
      script => Promise.resolve(deletesTwice(script)),
      10_000,
    );
    expect(describeScript(smallest).split('\n').slice(0, -1)).toEqual([
      'files: plain',
      '1. beginTurn agent 0',
      '2. agentFile file 0, action delete',
      '3. agentFile file 0, action delete',
      '4. endTurn agent 0',
      `end: ${smallest.end}`,
    ]);
  });
});

const deletesTwice = ({ steps }: Script): boolean =>
  steps.filter(step => step.kind === 'agentFile' && step.action === 'delete').length > 1;
