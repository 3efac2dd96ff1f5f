import { expect, test } from 'vitest';
import { durationText, messagesText, smsText } from './announcementTexts.ts';

test('announcements: people, parts and the time that they take are said in one line', () => {
  const reach = { people: 2000, mailPeople: 900, smsText: '', smsLeft: 5000, mailSeconds: 90, smsRate: 3 };
  expect(smsText({ ...reach, smsPeople: 1214, smsParts: 2, smsSeconds: 810 })).toBe(
    '1,214 people, 2 SMS parts each, 14 min at 3 a second',
  );
  expect(smsText({ ...reach, smsPeople: 1, smsParts: 1, smsSeconds: 1 })).toBe(
    '1 person, 1 SMS part each, 1 s at 3 a second',
  );
});

test('announcements: times are rounded up', () => {
  expect([59, 60, 61, 3600, 3601, 7500].map(durationText)).toEqual([
    '59 s',
    '1 min',
    '2 min',
    '1 h',
    '1 h 1 min',
    '2 h 5 min',
  ]);
});

test('announcements: what did not arrive is said only if there is any', () => {
  expect(messagesText('Mail', { people: 3, sent: 3, failed: 0, isDone: true })).toBe('Mail: 3 of 3 sent');
  expect(messagesText('SMS', { people: 3, sent: 1, failed: 2, isDone: true })).toBe(
    'SMS: 1 of 3 sent, 2 did not arrive',
  );
});
