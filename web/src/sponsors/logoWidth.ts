import type { PictureFile } from '../ui/Picture.tsx';

/** The side of a square with the area of every logo: `--logo` in tokens.css, in pixels. */
export const LOGO_SIDE = 68;

/** Width by height, if it is known. */
export const ratioOf = ({ width, height }: PictureFile): number | undefined =>
  width && height ? width / height : undefined;

/** The width at which a logo is shown. */
export const logoWidth = (ratio: number): number => LOGO_SIDE * Math.sqrt(ratio);
