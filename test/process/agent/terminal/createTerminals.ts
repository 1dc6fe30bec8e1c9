import { onTestFinished } from 'vitest';
import type { StartTerminalOptions } from '../../../../src/agent/terminal/startTerminal.ts';
import { Terminals } from '../../../../src/agent/terminal/terminals.ts';
import { createPathGuard, User } from '../files/createPathGuard.ts';

/** The terminals of a session in this folder. Running commands are ended with the test. */
export async function createTerminals(
  cwd: string,
  options: Partial<StartTerminalOptions> = {},
): Promise<Terminals> {
  const consent = options.consent ?? new User();
  const terminals = new Terminals({
    guard: await createPathGuard([cwd], { consent }),
    consent,
    cwd,
    roots: [cwd],
    environment: () => ({ PATH: process.env['PATH'] ?? '', HOME: cwd }),
    shell: () => '/bin/sh',
    ...options,
  });
  onTestFinished(() => terminals.close());
  return terminals;
}

/** A command that runs a script with this Node. */
export const node = (
  script: string,
  ...args: readonly string[]
): { command: string; args: readonly string[] } => ({
  command: process.execPath,
  args: ['-e', script, ...args],
});
