import type { Visit } from './measureVisit.ts';

/** A visit whose other figures are 0, for tests. */
export const testVisit = (figures: Partial<Visit>): Visit => ({
  scriptBytes: 0,
  styleBytes: 0,
  fontBytes: 0,
  imageBytes: 0,
  allBytes: 0,
  requests: 0,
  roundTrips: 0,
  firstPaint: 0,
  largestPaint: 0,
  usable: 0,
  blocked: 0,
  interaction: 0,
  layoutShift: 0,
  ...figures,
});
