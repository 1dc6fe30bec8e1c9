import type { AgentLaunch } from '../../core/catalog/agentLaunch.ts';

/** An agent that runs elsewhere, as the settings describe it. */
export type RemoteAgent = Extract<AgentLaunch, { readonly kind: 'remote' }>;

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether nobody on the way can read along: it is encrypted, or does not leave this machine. */
export function isPrivateConnection(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || protocol === 'wss:' || LOOPBACK.test(hostname);
}

/** The address without what may be secret in it: a password, a query. */
export function displayUrl(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}
