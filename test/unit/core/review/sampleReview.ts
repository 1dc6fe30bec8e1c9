import { SimulatedWorkspace } from './simulatedWorkspace.ts';

/** A file with ten lines. */
export const path = 'src/a.ts';
export const ten = Array.from({ length: 10 }, (_, at) => `line ${at}\n`).join('');

/** A workspace in which an agent has changed that file; by default in two hunks. */
export function createSampleReview(
  before = ten,
  after = ten.replace('line 2', 'LINE 2').replace('line 7', 'LINE 7'),
): SimulatedWorkspace {
  const workspace = new SimulatedWorkspace({ [path]: before });
  workspace.agent(path, after);
  return workspace;
}
