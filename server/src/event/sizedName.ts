import type { PictureFormat, PictureWidth } from '@companion/contract/picture';

export interface SizedPicture {
  version: string;
  width: PictureWidth;
  format: PictureFormat;
}

/** The name of the file in the folder of sized pictures. */
export const sizedName = ({ version, width, format }: SizedPicture): string => `${version}-${width}.${format}`;
