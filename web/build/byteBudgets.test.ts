import { expect, test } from 'vitest';
import { overBudget } from './byteBudgets.ts';

const pages = { '/login': { 'app.js': 900 }, '/agenda': { 'app.js': 900, 'tabs.js': 200 } };

test('byte budgets: a page within its budget passes', () => {
  expect(overBudget(pages, { '/login': 900, '/agenda': 1100 }, 'web/budgets.json')).toEqual([]);
});

test('byte budgets: a page passes where only the hashes in file names may have made it larger', () => {
  expect(overBudget(pages, { '/login': 900, '/agenda': 900 }, 'web/budgets.json')).toEqual([]);
});

test('byte budgets: a page over its budget is named, with the bytes and its files', () => {
  expect(overBudget(pages, { '/login': 900, '/agenda': 899 }, 'web/budgets.json')).toEqual([
    '/agenda needs 1100 bytes of script, 201 over its budget in web/budgets.json:\n  900 app.js\n  200 tabs.js',
  ]);
});

test('byte budgets: a page without a budget fails', () => {
  expect(overBudget(pages, { '/login': 900 }, 'web/budgets.json')).toEqual([
    '/agenda has no budget in web/budgets.json. It needs 1100 bytes of script.',
  ]);
});
