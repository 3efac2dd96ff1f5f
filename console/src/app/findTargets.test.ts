import { expect, test } from 'vitest';
import { findTargets } from './findTargets.ts';

const target = (label: string, kind = 'Screen') => ({ path: `/${label}`, label, kind });
const targets = [target('Your polls'), target('Polls'), target('Café or tea?', 'Stage polls'), target('Audit log')];
const found = (text: string) => findTargets(targets, text).map(({ label }) => label);

test('palette: without a text everything is found', () => {
  expect(found(' ')).toEqual(targets.map(({ label }) => label));
});

test('palette: what begins with the text comes first', () => {
  expect(found('poll')).toEqual(['Polls', 'Your polls', 'Café or tea?']);
});

test('palette: every word must be there, in any order, without regard to case and accents', () => {
  expect(found('stage CAFE')).toEqual(['Café or tea?']);
  expect(found('stage audit')).toEqual([]);
});
