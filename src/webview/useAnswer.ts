import { createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { useSessionId } from './host.ts';
import type { Answer, SavedState } from './saved.ts';

/** Where answers are kept that are not given yet. */
export const AnswersContext = createContext<Pick<SavedState, 'answer' | 'keepAnswer'> | undefined>(
  undefined,
);

/** What the user has filled in for a request so far. It is there again when the page comes back. */
export function useAnswer(
  entryId: string,
  initial: () => Answer,
): readonly [Answer, (answer: Answer | undefined) => void] {
  const kept = useContext(AnswersContext);
  const request = `${useSessionId()} ${entryId}`;
  const [answer, setAnswer] = useState(() => kept?.answer(request) ?? initial());
  return [
    answer,
    after => {
      kept?.keepAnswer(request, after);
      setAnswer(after ?? initial());
    },
  ];
}
