import { expect, test } from 'vitest';
import { hallCountsText } from './hallCountsText.ts';

const results = (n: number, confirmed: number) => ({ n, confirmed });

test('what the hall sees: says whose answers are shown, and the numbers that decide', () => {
  expect(hallCountsText('automatic', results(60, 46))).toBe(
    'Automatic: 14 of 60 answers are unconfirmed, so the hall sees confirmed answers only.',
  );
  expect(hallCountsText('automatic', results(10, 9))).toBe(
    'Automatic: 1 of 10 answers is unconfirmed, so the hall sees everyone’s answers.',
  );
  expect(hallCountsText('everyone', results(1, 1))).toBe(
    'Your choice: the hall sees everyone’s answers; 0 of 1 answer is unconfirmed.',
  );
  expect(hallCountsText('everyone', results(10_600, 600))).toBe(
    'Your choice: the hall sees everyone’s answers; 10,000 of 10,600 answers are unconfirmed.',
  );
});

test('what the hall sees: nothing of answers that are all unconfirmed, and what a trial needs', () => {
  const trial = ' unconfirmed. For a trial, choose Everyone.';
  expect(hallCountsText('automatic', results(1, 0))).toBe(
    `Automatic: the hall sees 0 answers, since the 1 given is${trial}`,
  );
  expect(hallCountsText('confirmed', results(1200, 0))).toBe(
    `Your choice: the hall sees 0 answers, since the 1,200 given are${trial}`,
  );
});

test('what the hall sees: without answers, or of a server that counts one number, it is the rule', () => {
  const rule = /^Automatic: confirmed only as soon as more than a tenth/;
  expect(hallCountsText('automatic', undefined)).toMatch(rule);
  expect(hallCountsText('automatic', results(0, 0))).toMatch(rule);
  expect(hallCountsText('automatic', { n: 3, confirmed: undefined })).toMatch(rule);
});
