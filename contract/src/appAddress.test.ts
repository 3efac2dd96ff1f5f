import { expect, test } from 'vitest';
import { screenFile } from './appAddress.ts';

test.each([
  ['/', 'screens/index.html'],
  ['/login', 'screens/login.html'],
  ['/login/', 'screens/login.html'],
  ['/agenda', 'screens/agenda.html'],
  ['/agenda/speakers', 'screens/agenda/speakers.html'],
  ['/agenda/agenda/keynote', 'screens/agenda/_/_.html'],
  ['/polls/stage/first.call', 'screens/polls/_/_.html'],
  ['/agenda/a/b/c', 'screens/agenda/a/b/c.html'],
])('screens: %s has the file %s', (path, file) => {
  expect(screenFile(path)).toBe(file);
});
