import type { JSX } from 'preact';
import { t } from '../../ui/strings.ts';

/**
 * The beginning of a text and the number of omitted characters. Rendering all of a very long text would block the page.
 */
export function RawText({ text, limitChars }: { text: string; limitChars: number }): JSX.Element {
  const hidden = text.length - limitChars;
  return (
    <pre class="raw" tabIndex={0} dir="ltr">
      {text.slice(0, limitChars)}
      {hidden > 0 ? `\n${t('hiddenMiddle', hidden)}` : null}
    </pre>
  );
}
