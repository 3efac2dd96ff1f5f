import { expect, test } from 'vitest';
import { softHyphens } from './softHyphens.ts';

const shown = (name: string) => softHyphens(name).replaceAll('\u00ad', '-');

test.each([
  ['Featherstonehaugh', 'Fea-ther-sto-ne-haugh'],
  ['CHRISTOPHERSON', 'CHRI-STO-PHER-SON'],
  ['Wolfeschlegelsteinhausen', 'Wol-fesch-le-gel-stein-hau-sen'],
])('softHyphens: %s may break as %s', (name, expected) => {
  expect(shown(name)).toBe(expected);
});

test.each(['Grace Hopper', 'Ng', 'Nakamura-Reyes', '', 'Hmmmmmmmmmmmm', '中村中村中村中村中村中村'])(
  'softHyphens: %o stays as it is',
  (name) => {
    expect(softHyphens(name)).toBe(name);
  },
);

test('softHyphens: takes nothing away, and leaves three letters or more on each side', () => {
  const name = 'Ada Papadimitriou-Konstantinopoulou of Aberystwythshire';

  expect(softHyphens(name).replaceAll('\u00ad', '')).toBe(name);
  for (const part of softHyphens(name).split(/[\u00ad\s-]/)) expect(part.length).toBeGreaterThanOrEqual(2);
});
