import type { Deadlines } from '../../../src/agent/connection/deadlines.ts';
import type { LaunchConfig } from '../../../src/agent/process/launchConfig.ts';
import type { Scenario } from '../../fakes/scenario.ts';
import type { FaultClient } from './faultClient.ts';

/** Bad input for the client, and the expected result in addition to the oracles. */
export interface FaultScenario {
  /** The row of the catalog. */
  readonly row: string;
  readonly input: string;
  /** What the agent does. */
  readonly agent: Scenario;
  /** How the agent is started, if not as the scripted agent. */
  readonly launch?: (scripted: LaunchConfig, client: FaultClient) => LaunchConfig;
  /** Prepares the workspace. */
  readonly prepare?: (client: FaultClient) => Promise<void>;
  /** How the user answers requests; with a rejection by default. */
  readonly answer?: 'allow' | 'reject' | 'nothing';
  /** What the user does while the agent works. */
  readonly user?: (client: FaultClient) => Promise<void>;
  readonly deadlines?: Partial<Deadlines>;
  /** The only message that the user must see. */
  readonly tells?: RegExp;
  readonly check?: (client: FaultClient) => Promise<void> | void;
  /** Part of `npm test`. */
  readonly isShort?: boolean;
}
