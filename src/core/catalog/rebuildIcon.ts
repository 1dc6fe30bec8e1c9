/** The maximum size of an icon, in characters and in bytes. Those of the registry have 16 by 16 pixels. */
export const ICON_LIMIT_CHARS = 16 * 1024;
const ELEMENT_LIMIT = 200;

/**
 * Rebuilds an icon from what we know of it: shapes with numbers, in one color. The icons of the registry come from strangers,
 * so nothing else of the file is kept: no script, style, text, reference or address. Returns `undefined` if the icon has
 * anything without which it would look different.
 */
export function rebuildIcon(svg: string): string | undefined {
  // Besides tags there may be text, which is left out. Any other markup is not for an icon.
  if (svg.length > ICON_LIMIT_CHARS || /[<>]/.test(svg.replaceAll(TAG, ''))) {
    return undefined;
  }
  const builder = new IconBuilder();
  for (const { groups } of svg.matchAll(TAG)) {
    if (groups?.['close'] !== undefined) {
      builder.close(groups['close']);
    } else if (groups?.['open'] !== undefined) {
      builder.open(groups['open'], groups['attributes'] ?? '', groups['end'] === '/');
    }
  }
  return builder.finish();
}

/** A tag, or the XML declaration. */
const TAG =
  /<\?xml\s[^<>?]*\?>|<\/(?<close>[\w:-]+)\s*>|<(?<open>[\w:-]+)(?<attributes>(?:\s+[\w:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<end>\/?)>/g;

const ATTRIBUTE = /([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

const SHAPES = new Set(['circle', 'ellipse', 'g', 'line', 'path', 'polygon', 'polyline', 'rect']);

/** Elements that are not drawn where they are. Names of clip paths in attributes are left out, so they clip nothing. */
const UNDRAWN = new Set(['title', 'desc', 'metadata', 'defs']);

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?(?:px|%)?$/i;
const NUMBERS = /^[\d\s.,e+-]*$/i;
const PAINT = /^(?:currentcolor|none|inherit)$/i;
const WORD = /^[a-z]+$/i;

/** The attributes that are kept, and what their values must be. */
const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  'clip-rule': WORD,
  cx: NUMBER,
  cy: NUMBER,
  d: /^[MZLHVCSQTA\d\s.,e+-]*$/i,
  fill: PAINT,
  'fill-opacity': NUMBER,
  'fill-rule': WORD,
  height: NUMBER,
  opacity: NUMBER,
  points: NUMBERS,
  r: NUMBER,
  rx: NUMBER,
  ry: NUMBER,
  stroke: PAINT,
  'stroke-dasharray': NUMBERS,
  'stroke-linecap': WORD,
  'stroke-linejoin': WORD,
  'stroke-miterlimit': NUMBER,
  'stroke-opacity': NUMBER,
  'stroke-width': NUMBER,
  transform: /^(?:(?:matrix|translate|scale|rotate|skewX|skewY)\s*\([\d\s.,e+-]*\)[\s,]*)*$/i,
  width: NUMBER,
  x: NUMBER,
  x1: NUMBER,
  x2: NUMBER,
  y: NUMBER,
  y1: NUMBER,
  y2: NUMBER,
};

/** Attributes without which an icon would look different. */
const REFUSED = new Set(['filter', 'mask']);

/** Writes the icon while its elements are read. */
class IconBuilder {
  readonly #open: string[] = [];
  #text = '';
  #viewBox = '';
  #elements = 0;
  #isBad = false;

  open(name: string, source: string, isEmpty: boolean): void {
    this.#elements += 1;
    const attributes = readAttributes(source);
    if (this.#open.length === 0) {
      this.#begin(name, attributes);
    } else if (!this.#isUndrawn && SHAPES.has(name)) {
      this.#text += `<${name}${this.#write(attributes)}>${isEmpty ? `</${name}>` : ''}`;
    } else if (!this.#isUndrawn && !UNDRAWN.has(name)) {
      this.#isBad = true;
    }
    if (!isEmpty) {
      this.#open.push(name);
    }
  }

  close(name: string): void {
    const isUndrawn = this.#isUndrawn;
    this.#isBad ||= this.#open.pop() !== name;
    if (!isUndrawn && this.#open.length > 0) {
      this.#text += `</${name}>`;
    }
  }

  finish(): string | undefined {
    const isWhole = this.#open.length === 0 && this.#elements <= ELEMENT_LIMIT;
    return this.#isBad || !isWhole || this.#viewBox === ''
      ? undefined
      : `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${this.#viewBox}"${this.#text}</svg>`;
  }

  get #isUndrawn(): boolean {
    return this.#open.some(name => UNDRAWN.has(name));
  }

  #begin(name: string, attributes: ReadonlyMap<string, string>): void {
    const { width, height, x: _x, y: _y, ...rest } = Object.fromEntries(attributes);
    const size = [width, height].map(side => Number.parseFloat(side ?? ''));
    const box = attributes.get('viewBox')?.trim() ?? `0 0 ${size.join(' ')}`;
    this.#isBad ||= name !== 'svg' || this.#elements > 1 || !VIEW_BOX.test(box);
    this.#viewBox = box;
    // Shapes are black if nothing else is said, which is not visible on a dark background.
    this.#text = `${this.#write(new Map(Object.entries({ fill: 'currentColor', ...rest })))}>`;
  }

  #write(attributes: ReadonlyMap<string, string>): string {
    let written = '';
    for (const [name, value] of attributes) {
      const pattern = Object.hasOwn(ATTRIBUTES, name) ? ATTRIBUTES[name] : undefined;
      this.#isBad ||= REFUSED.has(name) || (pattern !== undefined && !pattern.test(value.trim()));
      written += pattern ? ` ${name}="${value.trim()}"` : '';
    }
    return written;
  }
}

const VIEW_BOX = /^[+-]?[\d.]+(?:[\s,]+[+-]?[\d.]+){3}$/;

/** The attributes of a tag, with those of its `style`. */
function readAttributes(source: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', quoted, single = ''] of source.matchAll(ATTRIBUTE)) {
    attributes.set(name, quoted ?? single);
  }
  for (const declaration of attributes.get('style')?.split(';') ?? []) {
    const [name = '', value = ''] = declaration.split(':');
    attributes.set(name.trim(), value);
  }
  return attributes;
}
