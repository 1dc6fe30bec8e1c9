import { expect, it } from 'vitest';
import { fuzzWire } from './fuzz/fuzzWire.ts';

/** The seed differs in each run. A failure can be repeated with the seed in its title. */
const seed = Math.floor(Math.random() * 2 ** 32);

it(`a connection survives 20,000 changed messages of real agents (seed ${seed})`, async () => {
  const { messages, understood } = await fuzzWire(seed, 20_000);
  expect(messages).toBe(20_000);
  expect(understood).toBeGreaterThan(1_000);
});
