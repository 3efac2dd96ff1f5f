import { join } from 'node:path';
import { PICTURE_FORMATS, PICTURE_WIDTHS, type PictureFormat, type PictureWidth } from '@companion/contract/picture';

export interface PictureSize {
  width: PictureWidth;
  format: PictureFormat;
}

export const PICTURE_SIZES: readonly PictureSize[] = PICTURE_WIDTHS.flatMap((width) =>
  PICTURE_FORMATS.map((format) => ({ width, format })),
);

/** The name of the file in the folder of sized pictures. */
export const sizedName = (version: string, { width, format }: PictureSize): string => `${version}-${width}.${format}`;

/** The folder of sized pictures. */
export const sizedFolder = (dataDir: string): string => join(dataDir, 'pictures');
