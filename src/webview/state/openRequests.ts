import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { Entry } from '../../core/session/transcript/entry.ts';
import { isOpenRequest } from '../../core/session/transcript/openRequest.ts';

/** A button that has just appeared, or moved, takes no click before this: it may have been meant for another. */
const INERT_MS = 500;

/** The entries that wait for the user, by their ids. */
export const getOpenRequestIds = (entries: readonly Entry[]): readonly string[] =>
  entries.filter(isOpenRequest).map(({ id }) => id);

/** The ids of all open requests in one word. Whenever it changes, buttons may have moved. */
export const OpenRequestsContext = createContext('');

/** Whether buttons may be pressed: not in the first moment after any request came or went. */
export function useButtonsEnabled(): boolean {
  const requests = useContext(OpenRequestsContext);
  const [armedFor, setArmedFor] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setArmedFor(requests), INERT_MS);
    return () => clearTimeout(timer);
  }, [requests]);
  return armedFor === requests;
}
