import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { readServerParts, withoutServerParts } from './clientCalls.ts';

const reduced = (code: string) => withoutServerParts(code, parseSync('call.js', code).program);

test('client calls: what the server alone reads is left out of a definition', () => {
  expect(
    reduced(
      `export const getAudienceQuestion = defineCall({ method: 'GET', summary: 'One, two', query: p({ a: 1 }), silent: true });`,
    ),
  ).toBe(`export const getAudienceQuestion = defineCall({ method: 'GET',   silent: true });`);
  expect(reduced(`const a = defineCall({ stepUp: true, answer: message, status: 201 });`)).toBe(
    'const a = defineCall({  answer: message,  });',
  );
});

test('client calls: the strict answer is left out where a tolerant one is read', () => {
  expect(reduced('const a = defineCall({ answer: strict, read: tolerant });')).toBe(
    'const a = defineCall({  read: tolerant });',
  );
});

test('client calls: other code stays', () => {
  const code = `const body = { summary: 'a', params: [1] }; send({ body, status: 200 });`;
  expect(reduced(code)).toBe(code);
});

test('client calls: a part that an app reads although it is left out is found', () => {
  const code =
    'createAudienceQuestion.body.shape; getAudienceQuestions.read; other.body; notcreateAudienceQuestion.body; getAudienceQuestions.answer';
  expect(readServerParts(code, ['createAudienceQuestion', 'getAudienceQuestions'])).toEqual([
    'createAudienceQuestion.body',
    'getAudienceQuestions.answer',
  ]);
});
