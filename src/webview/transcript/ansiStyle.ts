/** How a piece of terminal output looks. Colours are a number of the palette of 16, or a CSS colour. */
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

/** The style after an SGR sequence with these parameters (`1;31`). */
export function styleAfter(style: AnsiStyle, parameters: string): AnsiStyle {
  const codes = parameters.split(/[;:]/).map(Number);
  let after = style;
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? 0;
    if (code === 38 || code === 48) {
      const { colour, taken } = longColour(codes.slice(at + 1));
      after = colour === undefined ? after : { ...after, [code === 38 ? 'fg' : 'bg']: colour };
      at += taken;
    } else {
      after = afterCode(after, code);
    }
  }
  return after;
}

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

function afterCode(style: AnsiStyle, code: number): AnsiStyle {
  if (code === 0) {
    return plainStyle;
  }
  const dropped = off[code];
  if (dropped) {
    return Object.fromEntries(Object.entries(style).filter(([name]) => !dropped.includes(name)));
  }
  return { ...style, ...(on[code] ?? paletteColour(code)) };
}

function paletteColour(code: number): AnsiStyle {
  const bright = code >= 90 && code <= 107;
  const index = (code % 10) + (bright ? 8 : 0);
  const tens = Math.floor(code / 10);
  if (code % 10 > 7) {
    return {};
  }
  return tens === 3 || tens === 9 ? { fg: index } : tens === 4 || tens === 10 ? { bg: index } : {};
}

/** `5;n` is a colour of the palette of 256, `2;r;g;b` any colour. */
function longColour(codes: readonly number[]): {
  readonly colour?: number | string;
  readonly taken: number;
} {
  if (codes[0] === 5) {
    return { colour: paletteOf256(clamped(codes[1])), taken: 2 };
  }
  if (codes[0] === 2) {
    const [red, green, blue] = [clamped(codes[1]), clamped(codes[2]), clamped(codes[3])];
    return { colour: `rgb(${red}, ${green}, ${blue})`, taken: 4 };
  }
  return { taken: codes.length };
}

const clamped = (value: number | undefined): number =>
  Number.isFinite(value) ? Math.min(255, Math.max(0, Math.trunc(value ?? 0))) : 0;

const level = (step: number): number => (step === 0 ? 0 : 55 + step * 40);

/** 16 named colours, a cube of 6 by 6 by 6, and 24 greys. */
function paletteOf256(index: number): number | string {
  if (index < 16) {
    return index;
  }
  if (index >= 232) {
    const grey = 8 + (index - 232) * 10;
    return `rgb(${grey}, ${grey}, ${grey})`;
  }
  const cube = index - 16;
  return `rgb(${level(Math.floor(cube / 36))}, ${level(Math.floor(cube / 6) % 6)}, ${level(cube % 6)})`;
}
