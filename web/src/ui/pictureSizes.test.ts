import { afterEach, expect, test, vi } from 'vitest';
import { pictureSizes } from './pictureSizes.ts';

afterEach(() => vi.unstubAllGlobals());

test('picture sizes: in data-saving mode half as many pixels are enough', () => {
  vi.stubGlobal('navigator', {});
  expect(pictureSizes(56)).toBe('56px');
  vi.stubGlobal('navigator', { connection: { saveData: true } });
  expect(pictureSizes(56)).toBe('28px');
});
