import { POLL_CLOSED } from '@companion/contract/answer';
import { expect, test } from 'vitest';
import { reasonOf } from './outcomeOf.ts';

const refused = (message: string) => ({ status: 409, data: { message, traceId: 'trace' } });

test('an answer that came after the closing and one that another has overtaken have their own reasons (decision 048)', () => {
  expect(reasonOf('answerQuestion', refused(POLL_CLOSED))).toBe(POLL_CLOSED);
  expect(reasonOf('answerQuestion', refused('You have already answered this question.'))).toBe(
    'Another answer of yours to this question was stored first. That one counts.',
  );
});
