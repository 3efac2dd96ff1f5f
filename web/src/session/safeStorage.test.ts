import { afterEach, expect, test, vi } from 'vitest';
import { sharedStorage, tabStorage } from './safeStorage.ts';

afterEach(() => vi.unstubAllGlobals());

test('safeStorage: blocked storage reads as empty and reports that nothing was stored', () => {
  vi.stubGlobal('sessionStorage', undefined);

  expect(tabStorage.write('key', 'text')).toBe(false);
  expect(tabStorage.read('key')).toBeNull();
  expect(tabStorage.readJson('key')).toBeUndefined();
  tabStorage.remove('key');
  tabStorage.removeWhere(() => true);
});

test('safeStorage: full storage reports that nothing was stored', () => {
  const setItem = () => {
    throw new Error('QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { setItem });

  expect(sharedStorage.writeJson('key', { a: 1 })).toBe(false);
});

test('safeStorage: text that is not JSON reads as undefined', () => {
  vi.stubGlobal('localStorage', { getItem: () => '{"profile":' });

  expect(sharedStorage.read('key')).toBe('{"profile":');
  expect(sharedStorage.readJson('key')).toBeUndefined();
});
