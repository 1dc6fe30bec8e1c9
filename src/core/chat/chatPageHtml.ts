export interface ChatPageHtmlOptions {
  readonly nonce: string;
  readonly script: string;
  readonly style: string;
  /** The origin of style sheets and fonts. */
  readonly source: string;
  readonly language: string;
  /** Translations by English message, if there are any for the user's language. */
  readonly strings?: Readonly<Record<string, unknown>> | undefined;
}

/** The HTML of the chat view, which is empty: all content arrives in messages and becomes DOM nodes, never HTML. */
export function chatPageHtml(parts: ChatPageHtmlOptions): string {
  const { nonce, script, style, language } = parts;
  return `<!DOCTYPE html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy(parts)}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="stylesheet" href="${style}">
    <title>Accord</title>
  </head>
  <body>
    <div id="root" data-nonce="${nonce}"${translationsAttribute(parts)}></div>
    <script nonce="${nonce}" src="${script}"></script>
  </body>
</html>`;
}

/** Without translations the English messages in the script are used. */
const translationsAttribute = ({ strings }: ChatPageHtmlOptions): string =>
  strings
    ? ` data-strings="${JSON.stringify(strings).replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`
    : '';

/** Only our own script, styles and font are loaded; images only as data URIs; no text becomes markup or script. */
const contentSecurityPolicy = ({ source, nonce }: ChatPageHtmlOptions): string =>
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
