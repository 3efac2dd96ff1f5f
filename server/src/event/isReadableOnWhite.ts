const HEX_COLOR = /^#[0-9a-f]{6}$/i;
/** WCAG 2.2, 1.4.3: of text to what is behind it. */
const CONTRAST = 4.5;

/** Whether this is a colour such as `#0e4a5a`, and white text on it can be read, or text of it on white. */
export function isReadableOnWhite(color: string): boolean {
  if (!HEX_COLOR.test(color)) return false;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  );
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return 1.05 / (luminance + 0.05) >= CONTRAST;
}

/** The light of a channel of sRGB. */
const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
