import { join } from 'node:path';
import { PICTURE_FORMATS, PICTURE_WIDTHS, type PictureFormat, type PictureWidth } from '@companion/contract/picture';

export interface PictureSize {
  width: PictureWidth;
  format: PictureFormat;
}

export const PICTURE_SIZES: readonly PictureSize[] = PICTURE_WIDTHS.flatMap((width) =>
  PICTURE_FORMATS.map((format) => ({ width, format })),
);

/**
 * How sized pictures are made (decision 045); a change makes them all again. Less effort for AVIF spoils logos, more takes
 * five times as long.
 */
export const SIZING_RECIPE = {
  avif: { quality: 50, effort: 2 },
  webp: { quality: 75, alphaQuality: 50 },
} as const;

/** The name of the file in the folder of sized pictures. */
export const sizedName = (version: string, { width, format }: PictureSize): string => `${version}-${width}.${format}`;

/** Whether the sizer makes such files, also under an earlier recipe or unfinished. The folder may have other files. */
export const isSizedName = (name: string): boolean => /^[\da-f]{20}-\d+\.(?:avif|webp)(?:\.[\da-f-]{36})?$/.test(name);

/** The folder of sized pictures. */
export const sizedFolder = (dataDir: string): string => join(dataDir, 'pictures');
