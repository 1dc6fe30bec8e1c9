import { UserError } from '../../core/errors.ts';
import { t } from '../../core/l10n.ts';
import type { RemoteAccess } from '../connection/agentProgram.ts';
import type { AgentLaunch } from '../../core/catalog/agentLaunch.ts';

/** A remote agent from the settings. */
export type RemoteAgent = Extract<AgentLaunch, { readonly kind: 'remote' }>;

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether nobody else can read the connection: it is encrypted or stays on this machine. */
export function isPrivateConnection(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || protocol === 'wss:' || LOOPBACK.test(hostname);
}

/** Scheme, host and port: whoever gets the secrets and the permissions of an agent. */
export const getOrigin = (url: string): string => new URL(url).origin;

/** What the user allows the agent. */
export const getRemoteAccess = (agent: RemoteAgent): RemoteAccess => ({
  origin: getOrigin(agent.url),
  isPrivate: isPrivateConnection(agent.url),
  allowTerminal: agent.allowTerminal ?? false,
  allowWrite: agent.allowWrite ?? false,
});

/** Throws if others could read and change what is sent, unless the user accepts that. */
export function requirePrivateConnection(agent: RemoteAgent): void {
  if (!isPrivateConnection(agent.url) && !agent.allowInsecure) {
    throw new UserError(
      t(
        'The connection to {0} ({1}) isn\'t encrypted, so others can read and change the traffic. Use an https or wss URL in accord.agents, or set "allowInsecure".',
        agent.name,
        displayUrl(agent.url),
      ),
    );
  }
}

/** The URL without the parts that may be secret, which are the user info and the query. */
export function displayUrl(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}
