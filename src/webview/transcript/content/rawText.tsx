import type { JSX } from 'preact';
import { t } from '../../ui/strings.ts';

/** A text as it is: its beginning, and how much more there is. All of a very long one would hold up the page. */
export function RawText({ text, limitChars }: { text: string; limitChars: number }): JSX.Element {
  const hidden = text.length - limitChars;
  return (
    <pre class="raw" tabIndex={0} dir="ltr">
      {text.slice(0, limitChars)}
      {hidden > 0 ? `\n${t('hiddenMiddle', hidden)}` : null}
    </pre>
  );
}
