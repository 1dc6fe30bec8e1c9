import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';

/** A click this soon after a button appeared or moved may have been meant for another button. */
const DISABLED_MS = 500;

/** The ids of all open requests in one string. Whenever it changes, buttons may have moved. */
export const OpenRequestsContext = createContext('');

/** Whether buttons react to clicks: not right after a request was added or removed. */
export function useButtonsEnabled(): boolean {
  const requests = useContext(OpenRequestsContext);
  const [enabledFor, setEnabledFor] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setEnabledFor(requests), DISABLED_MS);
    return () => clearTimeout(timer);
  }, [requests]);
  return enabledFor === requests;
}
