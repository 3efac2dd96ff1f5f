import { expect, test } from 'vitest';
import { describeError } from './describeError.ts';

test("errors: the server's message and trace id are shown (§8)", () => {
  expect(describeError({ status: 409, data: { message: 'Taken.', traceId: 'abc' } })).toEqual({
    message: 'Taken.',
    traceId: 'abc',
  });
  expect(describeError({ status: 409, data: { message: 'Taken.' } })).toEqual({ message: 'Taken.' });
  const { message } = describeError({ status: 409, data: { traceId: 'abc' } });
  expect(describeError({ status: 409, data: { traceId: 'abc' } })).toEqual({ message, traceId: 'abc' });
});

test('errors: each kind of missing answer has its sentence (§8)', () => {
  const of = (status: unknown) => describeError({ status, error: 'TypeError: x' }).message;
  const sentences = [of('FETCH_ERROR'), of('TIMEOUT_ERROR'), of('PARSING_ERROR'), of(502)];

  expect(new Set(sentences).size).toBe(4);
  expect(sentences.join()).not.toContain('TypeError');
});

test.each([undefined, null, 'x', new Error('secret'), { data: { message: 7 } }, { data: '' }])(
  'errors: %o gives a general sentence',
  (error) => {
    expect(describeError(error)).toEqual({ message: 'Something went wrong. Please try again.' });
  },
);
