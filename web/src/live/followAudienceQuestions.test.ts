import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followAudienceQuestions } from './followAudienceQuestions.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const announced = (revision: number, upvotes = '') => ({ contentId: 'keynote', revision, upvotes });

/** @param known what was announced when they were read first */
function start(known?: ReturnType<typeof announced>) {
  const read = vi.fn();
  return { read, ...followAudienceQuestions(read, known, () => 1) };
}

test('audience questions: read again only when something else is announced than at the first reading', () => {
  const { read, follow } = start(announced(1));
  follow(announced(1), false);
  follow(undefined, false);
  vi.runAllTimers();
  expect(read).toHaveBeenCalledTimes(0);
  follow(announced(2), false);
  vi.runAllTimers();
  follow(announced(2), false);
  vi.runAllTimers();
  expect(read).toHaveBeenCalledTimes(1);
});

test('audience questions: a session that is announced for the first time is read again', () => {
  const { read, follow } = start();
  follow(undefined, false);
  vi.runAllTimers();
  expect(read).toHaveBeenCalledTimes(0);
  follow(announced(1), false);
  vi.runAllTimers();
  expect(read).toHaveBeenCalledTimes(1);
});

test('audience questions: within 1.5 s at random after a moderation, within 4 s after upvotes, once for several of them', () => {
  const { read, follow } = start(announced(1));
  follow(announced(1, '1.5'), false);
  vi.advanceTimersByTime(3000);
  follow(announced(1, '2.6'), false);
  vi.advanceTimersByTime(999);
  expect(read).toHaveBeenCalledTimes(0);
  vi.advanceTimersByTime(1);
  expect(read).toHaveBeenCalledTimes(1);

  follow(announced(1, '3.7'), false);
  follow(announced(2, '3.7'), false);
  vi.advanceTimersByTime(1500);
  expect(read).toHaveBeenCalledTimes(2);
});

test('audience questions: what changes while they are being read makes them read again afterwards', () => {
  const { read, follow } = start(announced(1));
  follow(announced(2), false);
  follow(announced(2), true);
  vi.runAllTimers();
  expect(read).toHaveBeenCalledTimes(0);
  follow(announced(2), false);
  vi.runAllTimers();
  expect(read).toHaveBeenCalledTimes(1);
});

test('audience questions: stopped, nothing is read', () => {
  const { read, follow, stop } = start(announced(1));
  follow(announced(2), false);
  stop();
  vi.runAllTimers();
  expect(read).toHaveBeenCalledTimes(0);
});
