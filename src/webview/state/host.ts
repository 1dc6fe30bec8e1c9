import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type {
  CancellationToken,
  NotificationType,
  NotificationType0,
  RequestType,
} from 'vscode-jsonrpc';

/** The connection from the chat view to the extension. */
export interface Host {
  sendNotification(type: NotificationType0): void;
  sendNotification<P>(type: NotificationType<P>, params: P): void;
  sendRequest<P, R>(
    type: RequestType<P, R, void>,
    params: P,
    token?: CancellationToken,
  ): Promise<R>;
}

export const HostContext = createContext<Host>({
  sendNotification: () => undefined,
  sendRequest: () => Promise.reject(new Error('Not connected.')),
});

export const useHost = (): Host => useContext(HostContext);

/** The id of the session on the page; empty before there is one. */
export const SessionContext = createContext('');

export const useSessionId = (): string => useContext(SessionContext);
