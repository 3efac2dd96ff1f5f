import { expect, test } from 'vitest';
import { TermList } from './TermList.ts';

const near = (word: string, ...terms: string[]) => {
  const list = new TermList();
  for (const term of terms) list.add(term);
  return [...list.near(word)];
};

test.each(['kubernets', 'ukbernetes', 'jubernetes', 'ubernetes', 'xkubernetes', 'kbuernetes'])(
  'TermList: “%s” is near kubernetes',
  (word) => {
    expect(near(word, 'lunch', 'kubernetes')).toEqual(['kubernetes']);
  },
);

test('TermList: fewer than four letters, and a short word that is known, have no typing error', () => {
  expect(near('kub', 'kab')).toEqual([]);
  expect(near('part', 'party', 'past')).toEqual([]);
  expect(near('panels', 'panels', 'panel', 'panelists')).toEqual(['panel']);
});
