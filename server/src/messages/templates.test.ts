import { expect, test } from 'vitest';
import { signInMail } from './templates.ts';

const greetingOf = (firstName: string) =>
  signInMail({ event: 'Summit', firstName, link: 'https://summit.example.com/?t=1' }).text.split('\n')[0];

test('mails: a name that runs from right to left does not turn the greeting around it', () => {
  expect(greetingOf('אדה')).toBe('Hello \u2068אדה\u2069,');
  expect(greetingOf('Ada')).toBe('Hello Ada,');
});

test('mails: a name that holds marks of direction is left out', () => {
  expect(greetingOf('Ada\u202e')).toBe('Hello and welcome,');
});
