// @vitest-environment happy-dom
import { render } from 'preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MarkdownView } from '../../../../src/webview/markdown/markdownView.tsx';
import { expectHarmless } from '../expectHarmless.ts';
import { payloads } from '../payloads.ts';

let container: HTMLElement;

beforeEach(() => {
  container = document.createElement('div');
});

afterEach(() => render(null, container));

const draw = (text: string): HTMLElement => {
  render(<MarkdownView text={text} />, container);
  return container;
};

/** The limit for the slowest machine. */
const SLOW_MS = 20_000;

const isShown = (text: string, part: string): boolean =>
  draw(text).textContent?.includes(part) ?? false;

const wrappings: readonly ((payload: string) => string)[] = [
  payload => payload,
  payload => `- ${payload}`,
  payload => `> ${payload}`,
  payload => `| a |\n|---|\n| ${payload} |`,
  payload => `# ${payload}`,
  payload => `[${payload}](http://example.com)`,
  payload => `[text](${payload})`,
  payload => `[text](<${payload}> "${payload}")`,
  payload => `![${payload}](${payload})`,
  payload => `<${payload}>`,
  payload => `\`\`\`${payload}\n${payload}\n\`\`\``,
  payload => `[a]\n\n[a]: ${payload}`,
];

describe('hostile Markdown', () => {
  it('creates only elements of formatted text', () => {
    for (const wrap of wrappings) {
      for (const payload of payloads) {
        expectHarmless(draw(wrap(payload)));
      }
    }
  });

  it('loads no remote image', () => {
    expect(draw('![a cat](https://example.com/cat.png)').textContent).toContain('a cat');
    expect(container.querySelector('img')).toBeNull();
  });

  it('shows text beyond the limits as plain text', async () => {
    const quotes = `${'>'.repeat(10_000)} deep`;
    expect(draw(quotes).textContent).toContain('deep');
    // Longer text is rendered frame by frame.
    const [ticks, words] = ['`'.repeat(100_000), 'word '.repeat(1_000_000)];
    await expect.poll(() => isShown(`a ${ticks} b`, ticks), { timeout: SLOW_MS }).toBe(true);
    const table = `| a |\n|---|\n${'| cell |\n'.repeat(20_000)}| last |`;
    await expect.poll(() => isShown(table, 'last'), { timeout: SLOW_MS }).toBe(true);
    await expect.poll(() => isShown(`${words}end`, `${words}end`), { timeout: SLOW_MS }).toBe(true);
  });

  it('shows the host of a link whose text names another host', () => {
    expect(draw('[github.com](https://evil.example)').textContent).toContain('(evil.example)');
    expect(draw('[https://a.example/x](https://a.example/y)').textContent).not.toContain('(');
  });
});
