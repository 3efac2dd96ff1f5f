import type { Credentials } from '@companion/contract/session';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { erasePerson } from '../archive/erasePerson.ts';
import { findPerson } from '../identity/accounts/findPerson.ts';
import { maySeeResults } from '../live/visibleState.ts';
import { countAnswers, countByOrganizationType } from './countAnswers.ts';

let t: ServerTest;
let people: Credentials[];
const CHOICES: Record<string, (number | string)[][]> = {
  'pre-yes': [['yes'], ['no'], ['yes']],
  'pre-faces': [[1], [5], [5]],
  'pre-numbers': [[3], [3], [3]],
  'pre-one': [[2], [3], [3]],
  'pre-many': [[1, 3], [3], [1, 2, 3]],
  'pre-words': [[], [], []],
};
const TYPES = ['WOSB', 'Large', 'WOSB'] as const;
const of = (questionId: string) => ({ campaignId: 'pre-event', questionId });

beforeAll(async () => {
  t = await startServerTest();
  people = await Promise.all(
    TYPES.map((organizationType, index) => (index === 0 ? t.registerProved : t.register)({ organizationType })),
  );
  for (const [questionId, chosen] of Object.entries(CHOICES)) {
    for (const [index, { access_token: token }] of people.entries()) {
      const body = { ...of(questionId), answers: chosen[index], comment: questionId === 'pre-words' ? 'Words' : '' };
      await t.ask('answerQuestion', { token, params: { questionId }, body });
    }
  }
});
afterAll(() => t.stop());

test.each([
  ['pre-yes', [2, 1], [1, 0]],
  ['pre-faces', [1, 0, 0, 0, 2], [1, 0, 0, 0, 0]],
  ['pre-numbers', [0, 0, 3, 0, 0], [0, 0, 1, 0, 0]],
  ['pre-one', [0, 1, 2], [0, 1, 0]],
  ['pre-many', [2, 1, 3], [1, 0, 1]],
  ['pre-words', [], []],
])(
  'countAnswers: %s by choice, in their order, of everyone and of confirmed accounts (decision 056)',
  async (questionId, counts, ofConfirmed) => {
    const confirmed = { n: 1, counts: ofConfirmed };
    expect(await countAnswers(t.services.db, of(questionId))).toEqual({ ...of(questionId), n: 3, counts, confirmed });
  },
);

test('countAnswers: a question without answers has zeros', async () => {
  const key = { campaignId: 'polls', questionId: 'poll-a' };
  expect(await countAnswers(t.services.db, key)).toEqual({
    ...{ ...key, n: 0, counts: [0, 0], confirmed: { n: 0, counts: [0, 0] } },
  });
  expect(await countByOrganizationType(t.services.db, key)).toEqual([]);
});

test('countByOrganizationType: sums up to the whole, in the order of the types (decision 048)', async () => {
  expect(await countByOrganizationType(t.services.db, of('pre-many'))).toEqual([
    {
      organizationType: 'WOSB',
      results: { ...of('pre-many'), n: 2, counts: [2, 1, 2], confirmed: { n: 1, counts: [1, 0, 1] } },
    },
    {
      organizationType: 'Large',
      results: { ...of('pre-many'), n: 1, counts: [0, 0, 1], confirmed: { n: 0, counts: [0, 0, 0] } },
    },
  ]);
});

test('countAnswers: an option that the pack has taken back counts as an answer, and for no choice', async () => {
  const { db } = t.services;
  await db.updateTable('questions').set({ options: '["Red","Green"]' }).where('id', '=', 'pre-one').execute();

  expect(await countAnswers(db, of('pre-one'))).toEqual({
    ...{ ...of('pre-one'), n: 3, counts: [0, 1], confirmed: { n: 1, counts: [0, 1] } },
  });
});

test('countAnswers: an erased person no longer counts (decision 048)', async () => {
  const [first] = people;
  const person = await findPerson(t.services.db, first?.profile.id ?? '');
  await erasePerson(t.services, person);

  expect(await countAnswers(t.services.db, of('pre-yes'))).toMatchObject({ n: 2, counts: [1, 1] });
});

test('maySeeResults: results are shown to an audience and to those before it (decision 048)', () => {
  const seen = (['none', 'staff', 'stage', 'everyone'] as const).map((shownTo) =>
    (['staff', 'stage', 'everyone'] as const).filter((audience) => maySeeResults(shownTo, audience)),
  );
  expect(seen).toEqual([[], ['staff'], ['staff', 'stage'], ['staff', 'stage', 'everyone']]);
});
