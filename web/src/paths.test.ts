import { expect, test } from 'vitest';
import { paths } from './paths.ts';

test('paths: values in a query are escaped, and empty ones left out', () => {
  expect(paths.registration()).toBe('/registration');
  expect(paths.registration({ phone: '', email: undefined })).toBe('/registration');
  expect(paths.registration({ phone: '+1 (202) 555-0143', email: 'a+b@c.de' })).toBe(
    '/registration?phone=%2B1+%28202%29+555-0143&email=a%2Bb%40c.de',
  );
});

test('paths: an id is one escaped segment of the address', () => {
  expect(paths.question('pre-event', 'a/b?c')).toBe('/polls/pre-event/a%2Fb%3Fc');
  expect(paths.contentItem('day 1', '#2')).toBe('/agenda/day%201/%232');
});
