import { expect, test } from 'vitest';
import { pushableAt } from './queuePush.ts';

const at = (zone: string, time: string) => new Date(pushableAt(zone, Date.parse(time))).toISOString();

test.each([
  ['America/New_York', '2031-06-10T11:00:00.000Z', '7 AM'],
  ['America/New_York', '2031-06-11T00:59:59.999Z', 'a moment before 9 PM'],
  ['Asia/Kathmandu', '2031-06-10T01:15:00.000Z', '7 AM'],
])('quiet hours: in %s phones are pushed to at once at %s, which is %s', (zone, time) => {
  expect(at(zone, time)).toBe(time);
});

test.each([
  // The night in which the clocks go forward, and back.
  ['America/New_York', '2031-03-09T02:00:00.000Z', '2031-03-09T11:00:00.000Z'],
  ['America/New_York', '2031-11-02T01:00:00.000Z', '2031-11-02T12:00:00.000Z'],
  ['Europe/Berlin', '2031-03-30T00:59:00.000Z', '2031-03-30T05:00:00.000Z'],
  ['Europe/Berlin', '2031-10-26T00:30:00.000Z', '2031-10-26T06:00:00.000Z'],
  ['Australia/Lord_Howe', '2031-10-04T12:00:00.000Z', '2031-10-04T20:00:00.000Z'],
  ['Australia/Lord_Howe', '2031-04-05T15:10:00.000Z', '2031-04-05T20:30:00.000Z'],
])('quiet hours: in %s what is told at %s is pushed at 7 AM, which is %s', (zone, time, morning) => {
  expect(at(zone, time)).toBe(morning);
});
