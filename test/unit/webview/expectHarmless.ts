import { expect } from 'vitest';

/** Fails if an element could run code, load something or navigate. */
export function expectHarmless(shown: Element): void {
  expect(
    shown.querySelector('script, iframe, object, embed, style, link, base, meta, foreignObject'),
  ).toBeNull();
  for (const element of shown.querySelectorAll('*')) {
    const names = element.getAttributeNames();
    expect(names.filter(name => name.startsWith('on') || LEADING.has(name))).toEqual([]);
    const source = element.getAttribute('src');
    if (source !== null) {
      expect(source).toMatch(/^data:(image\/(png|jpeg|gif|webp)|audio\/[\w-]+);base64,/);
    }
  }
}

const LEADING = new Set([
  'href',
  'xlink:href',
  'srcset',
  'srcdoc',
  'action',
  'formaction',
  'poster',
]);
