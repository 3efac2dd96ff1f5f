import type { Asset } from './assetQueries.ts';
import { describePicture } from './describePicture.ts';
import { pictureType } from './pictureFile.ts';

/** The side of an icon, in its own units. */
const SIDE = 512;
/** A home screen shows icons in squares: a logo that is much wider than high would be too small to recognize. */
const MAX_RATIO = 1.25;

/**
 * An icon of the event: its logo on a square. Undefined if the logo is not about as wide as it is high.
 * @param share the part of the square's side that the logo takes
 */
export function logoIcon(
  { type, content }: Asset,
  { paper, share }: { paper: string; share: number },
): string | undefined {
  const { width = 0, height = 0 } = describePicture(content) ?? {};
  const isSquare = Math.max(width, height) <= MAX_RATIO * Math.min(width, height);
  if (!width || !isSquare) return undefined;
  const size = Math.round(SIDE * share);
  const at = (SIDE - size) / 2;
  const [mime] = pictureType(`logo.${type}`).split(';');
  const address = `data:${mime};base64,${Buffer.from(content).toString('base64')}`;
  return [
    // The square is light, so the logo must not use its colours for a dark background.
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" style="color-scheme:light">`,
    `<rect width="${SIDE}" height="${SIDE}" fill="${paper}"/>`,
    `<image x="${at}" y="${at}" width="${size}" height="${size}" href="${address}"/></svg>`,
  ].join('');
}
