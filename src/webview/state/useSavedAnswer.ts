import { createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { useSessionId } from './host.ts';
import type { PartialAnswer, SavedState } from './savedState.ts';

/** Where answers are kept that are not given yet. */
export const AnswersContext = createContext<
  Pick<SavedState, 'getAnswer' | 'saveAnswer'> | undefined
>(undefined);

/** What the user has filled in for a request so far. It is there again when the page comes back. */
export function useSavedAnswer(
  entryId: string,
  initial: () => PartialAnswer,
): readonly [PartialAnswer, (answer: PartialAnswer | undefined) => void] {
  const kept = useContext(AnswersContext);
  const request = `${useSessionId()} ${entryId}`;
  const [answer, setAnswer] = useState(() => kept?.getAnswer(request) ?? initial());
  return [
    answer,
    after => {
      kept?.saveAnswer(request, after);
      setAnswer(after ?? initial());
    },
  ];
}
