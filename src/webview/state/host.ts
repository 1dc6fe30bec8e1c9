import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type {
  CancellationToken,
  NotificationType,
  NotificationType0,
  RequestType,
} from 'vscode-jsonrpc';

/** The extension, as the chat view sees it. */
export interface Host {
  sendSignal(what: NotificationType0): void;
  sendNotification<P>(what: NotificationType<P>, params: P): void;
  sendRequest<P, R>(
    what: RequestType<P, R, void>,
    params: P,
    cancelled?: CancellationToken,
  ): Promise<R>;
}

/** The extension for whatever is drawn inside. */
export const HostContext = createContext<Host>({
  sendSignal: () => undefined,
  sendNotification: () => undefined,
  sendRequest: () => Promise.reject(new Error('Not connected.')),
});

export const useHost = (): Host => useContext(HostContext);

/** The session that is shown; empty before there is one. */
export const SessionContext = createContext('');

export const useSessionId = (): string => useContext(SessionContext);
