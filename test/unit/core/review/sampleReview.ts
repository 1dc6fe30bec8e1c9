import { SimulatedWorkspace } from './simulatedWorkspace.ts';

/** A file of ten lines, and where it is. */
export const path = 'src/a.ts';
export const ten = Array.from({ length: 10 }, (_, at) => `line ${at}\n`).join('');

/** A world in which an agent has changed that file: two hunks, if nothing else is said. */
export function createSampleReview(
  before = ten,
  after = ten.replace('line 2', 'LINE 2').replace('line 7', 'LINE 7'),
): SimulatedWorkspace {
  const world = new SimulatedWorkspace({ [path]: before });
  world.agent(path, after);
  return world;
}
