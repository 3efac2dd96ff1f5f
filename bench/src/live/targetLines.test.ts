import { expect, test } from 'vitest';
import { targetLines } from './targetLines.ts';

test('live figures: a figure is ok up to its limit, and what was not measured has no line', () => {
  expect(targetLines({ answerP99: 100, backAfter: 15.04, lost: 1, loopP99: Number.NaN })).toEqual([
    ['an answer, p99', 'at most 100 ms', '100 ms', 'ok'],
    ['event loop of a node, p99 of its delay', 'at most 100 ms', 'NaN ms', 'short'],
    ['node killed: 95 % back', 'at most 15 s', '15 s', 'short'],
    ['node killed: never back', 'at most 0', '1', 'short'],
  ]);
});
