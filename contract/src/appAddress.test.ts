import { expect, test } from 'vitest';
import { isAppAddress, itemPath, pollPath, screenFile } from './appAddress.ts';

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

test.each([
  [itemPath('day 1', 'a/b.c'), 'screens/agenda/_/_.html'],
  [pollPath('pre-event', '#2'), 'screens/polls/_/_.html'],
])('details: %s is an address of the app, and has the file %s', (path, file) => {
  expect(isAppAddress(path)).toBe(true);
  expect(screenFile(path)).toBe(file);
});

test.each([
  ['/', true],
  ['/login', true],
  ['/profile/edit/', true],
  ['/polls/stage/first.call', true],
  ['/logout//evil.example/', true],
  ['/api/public/agenda', false],
  ['/favicon.ico', false],
  ['//evil.example/', false],
  ['//evil.example/login/', false],
  ['///evil.example/', false],
  ['/\\evil.example/', false],
  ['\\\\evil.example/', false],
])('app: the page answers %s: %s', (path, isAnswered) => {
  expect(isAppAddress(path)).toBe(isAnswered);
});
