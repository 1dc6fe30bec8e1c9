export interface ChatPageHtmlOptions {
  readonly nonce: string;
  /** The text of the first script, which loads the others. */
  readonly firstScript: string;
  readonly script: string;
  readonly style: string;
  /** The origin of style sheets and fonts. */
  readonly source: string;
  readonly language: string;
  /** Translations by English message, if there are any for the user's language. */
  readonly strings?: Readonly<Record<string, unknown>> | undefined;
  /** The label of the field that takes text until the composer has loaded; absent if there will be no composer. */
  readonly fieldLabel?: string | undefined;
}

/**
 * The HTML of the chat view. It contains one empty field, so that the user can type at once. VS Code shows a page when
 * it has loaded, so the first script loads everything else after that. All other content arrives in messages and
 * becomes DOM nodes, never HTML.
 */
export function chatPageHtml(parts: ChatPageHtmlOptions): string {
  const { nonce, firstScript, script, style, language } = parts;
  return `<!DOCTYPE html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy(parts)}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <style nonce="${nonce}">${FIRST_FIELD_STYLE}</style>
    <title>Accord</title>
  </head>
  <body>
    <div id="root" data-nonce="${nonce}"${translationsAttribute(parts)}></div>${firstField(parts)}
    <script nonce="${nonce}" data-script="${script}" data-style="${style}">${firstScript}</script>
  </body>
</html>`;
}

/** Looks like the composer, which takes its place: see composer.css. */
const FIRST_FIELD_STYLE = `
body { margin: 0; padding: 0; overflow: hidden; }
.first-field {
  box-sizing: border-box;
  position: fixed;
  bottom: 12px;
  left: max(12px, 50% - 430px);
  right: max(12px, 50% - 430px);
  height: 92px;
  border: 1px solid var(--vscode-input-border, var(--vscode-widget-border, rgb(128 128 128 / 35%)));
  border-radius: 8px;
  background: var(--vscode-input-background, var(--vscode-editor-background));
}
.first-field:focus-within { border-color: var(--vscode-focusBorder); }
.first-field[hidden] { display: none; }
.first-field textarea {
  box-sizing: border-box;
  width: 100%;
  height: 100%;
  padding: 9px 11px 4px;
  border: 0;
  outline: none;
  resize: none;
  color: var(--vscode-input-foreground);
  background: none;
  font: var(--vscode-font-weight, normal) var(--vscode-font-size, 13px) / 1.5 var(--vscode-font-family, sans-serif);
}
`;

const firstField = ({ fieldLabel }: ChatPageHtmlOptions): string =>
  fieldLabel === undefined
    ? ''
    : `
    <div class="first-field"><textarea aria-label="${escapeAttribute(fieldLabel)}" dir="auto"></textarea></div>`;

/** Without translations the English messages in the script are used. */
const translationsAttribute = ({ strings }: ChatPageHtmlOptions): string =>
  strings ? ` data-strings="${escapeAttribute(JSON.stringify(strings))}"` : '';

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

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
