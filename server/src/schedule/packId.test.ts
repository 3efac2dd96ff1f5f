import { expect, test } from 'vitest';
import { packId } from './packId.ts';

test('packId: a valid id of the source is kept, capitals in lower case', () => {
  expect(packId('frab-', '10386')).toBe('frab-10386');
  expect(packId('frab-', 'AB3XYZ')).toBe('frab-ab3xyz');
  expect(packId('sessionize-speaker-', '16391e54-2657-427f-a2cf-9b5f83b53be1')).toBe(
    'sessionize-speaker-16391e54-2657-427f-a2cf-9b5f83b53be1',
  );
});

test('packId: every other id becomes valid, stable and unique', () => {
  const odd = [
    'aB',
    'Ab',
    'a b',
    'a_b',
    'a-b',
    'Zoë',
    'Zoe',
    '日本',
    '--',
    '../x',
    'x'.repeat(100),
    `${'x'.repeat(99)}y`,
    '😀',
  ];
  const made = odd.map((id) => packId('frab-', id));

  expect(made.filter((id) => !/^[a-z0-9][a-z0-9-]{0,63}$/.test(id))).toEqual([]);
  expect(new Set(made).size).toBe(odd.length);
  expect(odd.map((id) => packId('frab-', id))).toEqual(made);
});
