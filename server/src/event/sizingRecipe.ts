import { PICTURE_WIDTHS } from '@companion/contract/picture';

/**
 * How sized pictures are made (decision 045); a change makes them all again. More effort for AVIF takes ten times as
 * long and saves 13 %.
 */
export const SIZING_RECIPE = {
  widths: PICTURE_WIDTHS,
  avif: { quality: 50, effort: 0 },
  webp: { quality: 75 },
} as const;
