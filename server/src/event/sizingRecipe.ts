/**
 * How sized pictures are made (decision 045); a change makes them all again. Less effort for AVIF spoils logos, more takes
 * five times as long.
 */
export const SIZING_RECIPE = {
  avif: { quality: 50, effort: 2 },
  webp: { quality: 75, alphaQuality: 50 },
} as const;
