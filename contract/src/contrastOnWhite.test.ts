import { expect, test } from 'vitest';
import { isReadableOnWhite } from './contrastOnWhite.ts';

test.each(['#000000', '#0e4a5a', '#0E4A5A', '#c0322b', '#767676'])('event colour: %s is accepted', (color) => {
  expect(isReadableOnWhite(color)).toBe(true);
});

test.each(['#777777', '#ffffff', '#ffd400', '0e4a5a', '#0e4', 'teal', '#0e4a5a;'])(
  'event colour: %s is not',
  (color) => {
    expect(isReadableOnWhite(color)).toBe(false);
  },
);
