import * as acp from '@agentclientprotocol/sdk';
import { UserError } from '../core/errors.ts';
import { abilitiesOf } from '../core/session/abilities.ts';
import { signInOffers } from '../core/session/signIn.ts';
import { t } from '../core/words.ts';
import { trueAbilities } from './agentHabits.ts';
import { clientCapabilities } from './clientCapabilities.ts';
import { unlessAborted, withDeadline, type Deadlines } from './deadline.ts';
import { explained } from './gone.ts';
import type { Link } from './link.ts';
import type { Hands } from './ports.ts';

const PROTOCOL_VERSION = 1;

/** Who introduces themselves to whom. */
export interface Introduction {
  readonly agentName: string;
  readonly clientVersion: string;
  readonly hands: Hands;
  /** How long the program may take. */
  readonly withinMs: number;
  readonly deadlines: Deadlines;
  /** The user does not want the agent to start any more. */
  readonly stopped: AbortSignal;
}

/** Tells a program that has just started what we can do, and learns what it can. */
export async function introduce(
  parts: Pick<Link, 'connection' | 'gone'>,
  { agentName, clientVersion, hands, withinMs, deadlines, stopped }: Introduction,
): Promise<Link> {
  const answer = parts.connection.agent.request(acp.methods.agent.initialize, {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: clientCapabilities(hands),
    clientInfo: { name: 'accord', title: 'Accord', version: clientVersion },
  });
  const response = await withDeadline(
    unlessAborted(explained(parts, answer), stopped),
    withinMs,
    t(
      '{0} did not answer within {1} seconds. Does its command start an ACP agent? Some need a flag such as --acp.',
      agentName,
      withinMs / 1000,
    ),
  ).catch((error: unknown) => {
    throw stopped.aborted ? new UserError(t('{0} was stopped.', agentName)) : error;
  });
  const abilities = trueAbilities(abilitiesOf(response));
  if (abilities.protocolVersion !== PROTOCOL_VERSION) {
    throw new UserError(
      t(
        '{0} speaks version {1} of the protocol; Accord speaks version {2}. Update the agent or Accord.',
        agentName,
        abilities.protocolVersion,
        PROTOCOL_VERSION,
      ),
    );
  }
  return { ...parts, abilities, offers: signInOffers(response.authMethods), deadlines };
}
