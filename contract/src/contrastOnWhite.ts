const HEX_COLOR = /^#[0-9a-f]{6}$/i;
/** WCAG 2.2, 1.4.3: of text to what is behind it. */
const READABLE = 4.5;

/** The contrast of a colour such as `#0e4a5a` to white, from 1 to 21; 0 if this is none. */
export function contrastOnWhite(color: string): number {
  if (!HEX_COLOR.test(color)) return 0;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  );
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return 1.05 / (luminance + 0.05);
}

/** Whether white text on this colour can be read, or text of it on white. */
export const isReadableOnWhite = (color: string): boolean => contrastOnWhite(color) >= READABLE;

/** The light of a channel of sRGB. */
const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
