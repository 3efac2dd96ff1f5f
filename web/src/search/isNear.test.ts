import { expect, test } from 'vitest';
import { isNear } from './isNear.ts';

test.each([
  ['a letter too many', 'kubbernetes', 'kubernetes'],
  ['a letter missing', 'kubernets', 'kubernetes'],
  ['a wrong letter', 'kubermetes', 'kubernetes'],
  ['two letters swapped', 'kubenretes', 'kubernetes'],
  ['a wrong first letter', 'lubernetes', 'kubernetes'],
  ['the first two letters swapped', 'ukbernetes', 'kubernetes'],
  ['an error within a beginning', 'kubrn', 'kubernetes'],
  ['swapped letters within a beginning', 'kbue', 'kubernetes'],
  ['a last letter too many', 'panels', 'panel'],
  ['a wrong last letter', 'panem', 'panel'],
])('isNear: %s', (_, typed, term) => {
  expect(isNear(typed, term)).toBe(true);
});

test.each([
  ['two errors', 'kubrmetes', 'kubernetes'],
  ['an error at the end of a beginning, which the next letter may correct', 'kubx', 'kubernetes'],
  ['a short word', 'kbu', 'kubernetes'],
  ['a term that is much shorter', 'panelists', 'panel'],
])('isNear: not %s', (_, typed, term) => {
  expect(isNear(typed, term)).toBe(false);
});
