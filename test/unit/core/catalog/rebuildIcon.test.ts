import { describe, expect, it } from 'vitest';
import { getAgentIcon } from '../../../../src/core/catalog/agentIcon.ts';
import { ICON_LIMIT_CHARS, rebuildIcon } from '../../../../src/core/catalog/rebuildIcon.ts';

const svg = (inside: string, attributes = 'viewBox="0 0 16 16"'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`;

const PATH = '<path d="M8 1.5 2-.5zm.5e1 0a8 8 0 1 0 0 16" fill="currentColor"/>';

describe('an icon', () => {
  it('keeps its shapes in the color of the text', () => {
    expect(rebuildIcon(svg(PATH))).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="currentColor">' +
        '<path d="M8 1.5 2-.5zm.5e1 0a8 8 0 1 0 0 16" fill="currentColor"></path></svg>',
    );
  });

  it('may have the form in which the icons of the registry are written', () => {
    const figma = `<?xml version="1.0" encoding="UTF-8"?>
      <svg width='16' height='16' fill="none" stroke="CurrentColor" version="1.0" preserveAspectRatio="xMidYMid meet">
        <title>Agent &amp; Co</title>
        <g transform="translate(0,1024) scale(0.1, -0.1)" clip-path="url(#clip0)" style="fill: none; stroke-width:1.5">
          <rect x=".5" y="1" width="10%" height="2px" rx="1" /><circle cx="8" cy="8" r="2" opacity=".5"/>
          <polygon points="1,2 3,4 5,6"/><line x1="1" y1="2" x2="3" y2="4" stroke-linecap="round"/>
        </g>
        <defs><clipPath id="clip0"><rect width="16" height="16" fill="white"/></clipPath></defs>
      </svg>`;
    expect(rebuildIcon(figma)).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none" stroke="CurrentColor">' +
        '<g transform="translate(0,1024) scale(0.1, -0.1)" fill="none" stroke-width="1.5">' +
        '<rect x=".5" y="1" width="10%" height="2px" rx="1"></rect><circle cx="8" cy="8" r="2" opacity=".5"></circle>' +
        '<polygon points="1,2 3,4 5,6"></polygon><line x1="1" y1="2" x2="3" y2="4" stroke-linecap="round"></line>' +
        '</g></svg>',
    );
  });

  it('loses everything that is not part of a shape', () => {
    const rebuilt = rebuildIcon(
      svg(
        '<path onload="alert(1)" id="x" class="y" xlink:href="https://evil.example" href="javascript:alert(1)" d="M0 0"/>stray',
        'viewBox="0 0 16 16" onload="alert(1)" style="background:url(https://evil.example)" x="9"',
      ),
    );
    expect(rebuilt).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="currentColor"><path d="M0 0"></path></svg>',
    );
  });

  it.each([
    ['a script', svg('<script>alert(1)</script>')],
    ['a style', svg('<style>* { fill: url(https://evil.example) }</style>')],
    ['an image', svg('<image href="https://evil.example/a.png"/>')],
    ['a reference', svg('<use href="https://evil.example/a.svg#a"/>')],
    ['foreign content', svg('<foreignObject><iframe src="x"/></foreignObject>')],
    ['a link', svg('<a href="javascript:alert(1)"><path d="M0 0"/></a>')],
    ['an animation', svg('<path d="M0 0"><animate attributeName="d"/></path>')],
    ['text', svg('<text>Claude</text>')],
    ['a nested image', svg('<svg viewBox="0 0 1 1"/>')],
    ['a color', svg('<path d="M0 0" fill="#ff0000"/>')],
    ['a gradient', svg('<path d="M0 0" fill="url(#a)"/>')],
    ['a color in its style', svg('<path d="M0 0" style="fill:red"/>')],
    ['a mask', svg('<path d="M0 0" mask="url(#a)"/>')],
    ['a filter', svg('<path d="M0 0" filter="url(#a)"/>')],
    ['a quote in a number', svg(`<circle r='1" onload="alert(1)'/>`)],
    ['an entity', svg('<path d="&lt;"/>')],
    ['a document type', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg(PATH)}`],
    ['a comment', svg('<!-- a -->')],
    ['other markup', svg('<![CDATA[<script>]]>')],
    ['an instruction', `<?xml-stylesheet href="https://evil.example"?>${svg(PATH)}`],
    ['a tag that is not closed', '<svg viewBox="0 0 1 1"><g></svg>'],
    ['no end', '<svg viewBox="0 0 1 1"><path d="M0 0"/>'],
    ['two roots', svg(PATH) + svg(PATH)],
    ['another root', '<html><path d="M0 0"/></html>'],
    ['no size', svg(PATH, '')],
    ['a size that is no number', svg(PATH, 'viewBox="0 0 a b"')],
    ['nothing', ''],
    ['no markup', 'hello'],
    ['too many shapes', svg('<g/>'.repeat(201))],
    ['too much text', svg(`<path d="${' '.repeat(ICON_LIMIT_CHARS)}"/>`)],
  ])('with %s is refused', (_what, text) => {
    expect(rebuildIcon(text)).toBeUndefined();
  });

  it('is read in time, whatever it contains', () => {
    const worst = [
      '<',
      '<a ',
      '<a b="',
      '<a b=""',
      ' b=""',
      '</a',
      ' ',
      '<?xml ',
      "='",
      'scale(0) ',
    ];
    const began = performance.now();
    for (const part of worst) {
      rebuildIcon(part.repeat(ICON_LIMIT_CHARS / part.length));
      rebuildIcon(svg(`<g transform="${part.repeat(16_000 / part.length)}x"/>`));
    }
    expect(performance.now() - began).toBeLessThan(2000);
  });

  it('is a mark of ours if the registry has none', () => {
    expect(getAgentIcon({ id: 'gemini' })).not.toBe(getAgentIcon({ id: 'unknown' }));
    expect(getAgentIcon({ id: 'gemini', icon: '<svg/>' })).toBe('<svg/>');
    expect(rebuildIcon(getAgentIcon({ id: 'constructor' }))).toContain('currentColor');
  });
});

it('an icon is read in little time, whatever its numbers are', () => {
  const rect = `<rect x="${'1'.repeat(ICON_LIMIT_CHARS - 200)}z"/>`;
  const { user } = process.cpuUsage();
  rebuildIcon(svg(`${PATH}${rect}`));
  expect((process.cpuUsage().user - user) / 1_000).toBeLessThan(100);
});
