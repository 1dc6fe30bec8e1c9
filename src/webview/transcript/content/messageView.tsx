import type { JSX } from 'preact';
import { parsePassages } from '../../../core/text/quote.ts';

/** A message of ours, with quoted foreign text in blocks of its own. */
export function MessageView({ message }: { message: string }): JSX.Element {
  return (
    <>
      {parsePassages(message).map(({ isQuoted, text }, index) =>
        isQuoted ? (
          <pre key={index} class="notice-quoted" tabIndex={0} dir="auto">
            {text}
          </pre>
        ) : (
          <div key={index} class="notice-detail" tabIndex={0} dir="auto">
            {text}
          </div>
        ),
      )}
    </>
  );
}
