import * as z from 'zod/mini';

/** The widths of sized pictures, in pixels: faces and logos on screens of one, two and three pixels a point. */
export const PICTURE_WIDTHS = [96, 192, 384] as const;
/** The formats of sized pictures, the smallest first. */
export const PICTURE_FORMATS = ['avif', 'webp'] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** What is known of an item's picture (decision 045). */
export const pictureInfo = z.object({
  /** In pixels, as it is shown; of an SVG only the ratio matters. */
  width: z.number(),
  height: z.number(),
  /** Changes with the content. Null: there are no sized pictures, as of an SVG. */
  version: z.nullable(z.string()),
});
export type PictureInfo = z.infer<typeof pictureInfo>;

/** Names a sized picture, after the path of the original. */
export const sizedQuery = (version: string, width: PictureWidth, format: PictureFormat): string =>
  `?v=${version}&w=${width}&f=${format}`;
