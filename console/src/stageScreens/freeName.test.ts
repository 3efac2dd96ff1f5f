import { expect, test } from 'vitest';
import { freeName } from './freeName.ts';

test('stage screens: a screen without a name gets the first number that no other has', () => {
  expect(freeName([])).toBe('Screen 1');
  expect(freeName(['Screen 1', 'Screen 2'])).toBe('Screen 3');
  // The first of three was revoked.
  expect(freeName(['Screen 2', 'Screen 3'])).toBe('Screen 1');
  expect(freeName(['Main hall', 'screen 1'])).toBe('Screen 2');
});
