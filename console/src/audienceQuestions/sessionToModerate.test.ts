import { expect, test } from 'vitest';
import { sessionToModerate } from './sessionToModerate.ts';

const session = (contentId: string, startsAt: string | null, endsAt: string | null, isOnStage = false) => ({
  ...{ contentId, title: contentId, pending: 0, isOnStage },
  startsAt: startsAt && `2031-06-10T${startsAt}:00.000Z`,
  endsAt: endsAt && `2031-06-10T${endsAt}:00.000Z`,
});
const sessions = [
  session('day', '08:00', '18:00'),
  session('talk', '09:00', '10:00'),
  session('panel', '11:00', '12:00'),
];
const at = (time: string) => sessionToModerate(sessions, Date.parse(`2031-06-10T${time}:00.000Z`))?.contentId;

test('session to moderate: the one on now that began last, else the next, else the last', () => {
  expect(at('07:00')).toBe('day');
  expect(at('09:00')).toBe('talk');
  expect(at('10:00')).toBe('day');
  expect(at('11:30')).toBe('panel');
  expect(at('18:00')).toBe('panel');
  expect(sessionToModerate(sessions.slice(1), Date.parse('2031-06-10T10:30:00.000Z'))?.contentId).toBe('panel');
});

test('session to moderate: whose questions are on stage comes first, and one without a time is never on', () => {
  const staged = [...sessions, session('removed', null, null, true)];
  expect(sessionToModerate(staged, Date.parse('2031-06-10T09:30:00.000Z'))?.contentId).toBe('removed');
  expect(sessionToModerate([session('removed', null, null)], Date.now())).toBeUndefined();
});
