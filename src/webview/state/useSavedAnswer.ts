import { createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { useSessionId } from './host.ts';
import type { PartialAnswer, SavedState } from './savedState.ts';

/** Where partially filled-in forms are saved. */
export const AnswersContext = createContext<
  Pick<SavedState, 'getAnswer' | 'saveAnswer'> | undefined
>(undefined);

/** A partially filled-in form that survives reloading the page. */
export function useSavedAnswer(
  entryId: string,
  initial: () => PartialAnswer,
): readonly [PartialAnswer, (answer: PartialAnswer | undefined) => void] {
  const saved = useContext(AnswersContext);
  const request = `${useSessionId()} ${entryId}`;
  const [answer, setAnswer] = useState(() => saved?.getAnswer(request) ?? initial());
  return [
    answer,
    next => {
      saved?.saveAnswer(request, next);
      setAnswer(next ?? initial());
    },
  ];
}
