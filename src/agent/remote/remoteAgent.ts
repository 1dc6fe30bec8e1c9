import type { AgentLaunch } from '../../core/catalog/agentLaunch.ts';

/** A remote agent from the settings. */
export type RemoteAgent = Extract<AgentLaunch, { readonly kind: 'remote' }>;

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether nobody else can read the connection: it is encrypted or stays on this machine. */
export function isPrivateConnection(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || protocol === 'wss:' || LOOPBACK.test(hostname);
}

/** The URL without the parts that may be secret, which are the user info and the query. */
export function displayUrl(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}
