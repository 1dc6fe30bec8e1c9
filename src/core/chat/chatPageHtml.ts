/** What the page of the chat view is made of. */
export interface ChatPageHtmlOptions {
  readonly nonce: string;
  readonly script: string;
  readonly style: string;
  /** Where styles and fonts may come from. */
  readonly source: string;
  readonly language: string;
  /** The user's language: its words by the English ones, if there is a translation. */
  readonly strings?: Readonly<Record<string, unknown>> | undefined;
}

/** The fixed, empty page of the chat view. Everything it shows arrives by message and becomes nodes, never HTML. */
export function chatPageHtml(parts: ChatPageHtmlOptions): string {
  const { nonce, script, style, language } = parts;
  return `<!DOCTYPE html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy(parts)}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="stylesheet" href="${style}">
    <title>Accord</title>
  </head>
  <body>
    <div id="root" data-nonce="${nonce}"${translation(parts)}></div>
    <script nonce="${nonce}" src="${script}"></script>
  </body>
</html>`;
}

/** Without a translation the English in the page's script stays. */
const translation = ({ strings: words }: ChatPageHtmlOptions): string =>
  words
    ? ` data-strings="${JSON.stringify(words).replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`
    : '';

/** Nothing is loaded but our own script, styles and font; pictures only as checked data; no text becomes markup or script. */
const policy = ({ source, nonce }: ChatPageHtmlOptions): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${source} 'nonce-${nonce}'`,
    `font-src ${source}`,
    'img-src data:',
    'media-src data:',
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
