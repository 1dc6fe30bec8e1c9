import type { ExportBlock, ExportHeader, ExportPart } from './exportParts.ts';

/**
 * Renders a session as a self-contained HTML file without scripts. All text is escaped, and the content security policy
 * allows only the inline style.
 */
export function renderHtml(head: ExportHeader, parts: readonly ExportPart[]): string {
  const date = new Date(head.createdMs).toISOString().slice(0, 10);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(head.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escapeHtml(head.title)}</h1>
<p class="note">${escapeHtml(head.agentName)}, ${date}</p>
${parts.map(partHtml).join('\n')}
</body>
</html>
`;
}

function partHtml(part: ExportPart): string {
  switch (part.kind) {
    case 'said':
      return `<section class="${part.who}"><h2>${escapeHtml(part.name)}</h2><div class="text">${escapeHtml(part.text.trim())}</div></section>`;
    case 'done':
      return `<section class="done"><h3>${escapeHtml(part.title)}</h3>${part.blocks.map(blockHtml).join('')}</section>`;
    case 'plan':
      return `<ul>${part.items.map(item => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
    case 'note':
      return `<p class="note">${escapeHtml(part.text)}</p>`;
  }
}

const blockHtml = ({ language, text }: ExportBlock): string =>
  `<pre>${language === 'diff' ? text.split('\n').map(diffLine).join('\n') : escapeHtml(text)}</pre>`;

function diffLine(line: string): string {
  const kind = { '+': 'ins', '-': 'del' }[line.charAt(0)];
  return kind === undefined ? escapeHtml(line) : `<${kind}>${escapeHtml(line)}</${kind}>`;
}

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; max-width: 860px; margin: 2em auto; padding: 0 1em; color: #222; }
h1 { font-size: 1.5em; } h2 { font-size: 1em; margin: 0 0 .3em; color: #555; } h3 { font-size: .95em; margin: 0; }
section { margin: 1em 0; padding: .8em 1em; border-left: 3px solid #ddd; }
section.you { background: #f3f6fb; border-color: #4a78c0; } section.thought { color: #666; font-size: .9em; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; } .note { color: #666; font-size: .9em; }
pre { background: #f6f6f6; padding: .6em .8em; overflow-x: auto; font: 13px/1.45 ui-monospace, monospace; }
ins { background: #d9f2dd; text-decoration: none; } del { background: #f9dcdc; text-decoration: none; }
@media (prefers-color-scheme: dark) {
  body { background: #1e1e1e; color: #ddd; } section { border-color: #444; } section.you { background: #26303d; }
  pre { background: #2a2a2a; } ins { background: #1f4427; } del { background: #552626; }
}`;
