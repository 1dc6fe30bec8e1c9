/** The style of a part of terminal output. Colors are an index of the palette of 16, or a CSS color. */
export interface AnsiStyle {
  readonly fg?: number | string;
  readonly bg?: number | string;
  readonly bold?: true;
  readonly dim?: true;
  readonly italic?: true;
  readonly underline?: true;
  readonly inverse?: true;
  readonly strike?: true;
}

export const plainStyle: AnsiStyle = {};

/** Applies an SGR sequence with these parameters (`1;31`). The parameters of other sequences begin with a marker. */
export function applySgr(style: AnsiStyle, parameters: string): AnsiStyle {
  if (/^[<-?]/.test(parameters)) {
    return style;
  }
  const all = parameters.split(';');
  let after = style;
  for (let at = 0; at < all.length; at++) {
    // The arguments of a code follow it, or are joined to it by colons.
    const [code = 0, ...joined] = (all[at] ?? '').split(':').map(Number);
    if (code in colorTargets) {
      const { color, taken } = extendedColor(
        joined.length > 0
          ? withoutColorSpace(joined)
          : all.slice(at + 1, at + 1 + COLOR_CODES).map(Number),
      );
      const name = colorTargets[code];
      after = color === undefined || !name ? after : { ...after, [name]: color };
      at += joined.length > 0 ? 0 : taken;
    } else {
      after = applyCode(after, code === 4 && joined[0] === 0 ? 24 : code);
    }
  }
  return after;
}

/** The most arguments of a color: a hostile program may send thousands of codes. */
const COLOR_CODES = 4;

/** Codes with a color, and what it applies to. The color of underlines is not supported. */
const colorTargets: Readonly<Record<number, 'fg' | 'bg' | ''>> = { 38: 'fg', 48: 'bg', 58: '' };

/** Joined by colons, a color may contain a color space: `2::r:g:b`. */
const withoutColorSpace = (codes: readonly number[]): readonly number[] =>
  codes[0] === 2 && codes.length > 4 ? [2, ...codes.slice(2)] : codes;

const on: Readonly<Record<number, AnsiStyle>> = {
  1: { bold: true },
  2: { dim: true },
  3: { italic: true },
  4: { underline: true },
  7: { inverse: true },
  9: { strike: true },
};

const off: Readonly<Record<number, readonly string[]>> = {
  22: ['bold', 'dim'],
  23: ['italic'],
  24: ['underline'],
  27: ['inverse'],
  29: ['strike'],
  39: ['fg'],
  49: ['bg'],
};

function applyCode(style: AnsiStyle, code: number): AnsiStyle {
  if (code === 0) {
    return plainStyle;
  }
  const dropped = off[code];
  if (dropped) {
    return Object.fromEntries(Object.entries(style).filter(([name]) => !dropped.includes(name)));
  }
  return { ...style, ...(on[code] ?? paletteColor(code)) };
}

function paletteColor(code: number): AnsiStyle {
  const bright = code >= 90 && code <= 107;
  const index = (code % 10) + (bright ? 8 : 0);
  const tens = Math.floor(code / 10);
  if (code % 10 > 7) {
    return {};
  }
  return tens === 3 || tens === 9 ? { fg: index } : tens === 4 || tens === 10 ? { bg: index } : {};
}

/** `5;n` is a color of the palette of 256, `2;r;g;b` any color. */
function extendedColor(codes: readonly number[]): {
  readonly color?: number | string;
  readonly taken: number;
} {
  if (codes[0] === 5) {
    return { color: paletteOf256(clamped(codes[1])), taken: 2 };
  }
  if (codes[0] === 2) {
    const [red, green, blue] = [clamped(codes[1]), clamped(codes[2]), clamped(codes[3])];
    return { color: `rgb(${red}, ${green}, ${blue})`, taken: 4 };
  }
  return { taken: Infinity }; // It is unknown how many arguments follow.
}

const clamped = (value: number | undefined): number =>
  Number.isFinite(value) ? Math.min(255, Math.max(0, Math.trunc(value ?? 0))) : 0;

const level = (step: number): number => (step === 0 ? 0 : 55 + step * 40);

/** 16 named colors, a cube of 6 by 6 by 6, and 24 grays. */
function paletteOf256(index: number): number | string {
  if (index < 16) {
    return index;
  }
  if (index >= 232) {
    const gray = 8 + (index - 232) * 10;
    return `rgb(${gray}, ${gray}, ${gray})`;
  }
  const cube = index - 16;
  return `rgb(${level(Math.floor(cube / 36))}, ${level(Math.floor(cube / 6) % 6)}, ${level(cube % 6)})`;
}
