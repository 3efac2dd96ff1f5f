import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { updateAccount } from './accountCalls.ts';
import { answerQuestion } from './answer.ts';
import { getCalendar } from './calendar.ts';
import { calls } from './calls.ts';
import { contentItem, getContent, getContentItem, readableItem } from './content.ts';
import type { Call } from './defineCall.ts';
import { eventInfo, readableEventInfo } from './event.ts';
import { getLiveState, liveState, readableLiveState } from './live.ts';
import { getAccount } from './ownAccount.ts';
import { getQuestion, getQuestions, question, readableQuestion } from './question.ts';
import { autologin, credentials, login, profile, readableCredentials, readableProfile, refresh } from './session.ts';

const read = (call: Call, answer: unknown) => call.read.parse(answer);

/** Has exactly the fields of §3. */
const ITEM = {
  id: 'keynote',
  campaignId: 'agenda',
  type: 'Agenda',
  category: 'Day 1',
  title: 'Keynote',
  subtitle: 'Opening',
  startDate: '2026-06-09T13:00:00Z',
  endDate: '2026-06-09T14:00:00Z',
  sponsor: 'Acme',
  slug: 'keynote',
  body: '<p>Words</p>',
  vote: 'up',
  comment: 'Good',
};
const OURS = { room: null, speakerIds: [], tier: null, url: null, picture: null };
const QUESTION = {
  id: 'q',
  campaignId: 'polls',
  question: 'Why?',
  questionTypes: 'options',
  options: ['a', 'b'],
  answered: true,
};
const ANY_QUESTION = { ...QUESTION, closed: false };
const PROFILE = {
  id: '7',
  firstName: 'Ada',
  lastName: 'Tester',
  email: 'ada@example.com',
  phone: '(202) 555-0143',
  organizationName: 'Cedar',
  organizationType: 'WOSB',
  registrationComplete: true,
  preEventComplete: true,
  postEventComplete: false,
  smsEnabled: true,
};
const CREDENTIALS = { profile: PROFILE, access_token: 'a', refresh_token: 'r' };

describe("answers of a back office with only the specification's fields can be read (decision 027)", () => {
  test('content: without room, speakers, tier and address', () => {
    expect(read(getContent, { results: [ITEM] })).toEqual({ results: [{ ...ITEM, ...OURS }] });
    expect(read(getContentItem, { results: ITEM })).toEqual({ results: { ...ITEM, ...OURS } });
  });

  test('content: optional fields of an item may be missing', () => {
    const speaker = { id: 'ada', campaignId: 'speakers', type: 'Speaker', title: 'Ada' };
    expect(read(getContentItem, { results: speaker })).toEqual({
      results: {
        ...speaker,
        ...OURS,
        category: '',
        subtitle: null,
        startDate: null,
        endDate: null,
        sponsor: null,
        slug: null,
        body: '',
        vote: null,
        comment: null,
      },
    });
  });

  test('content and questions: a time that is none is read as missing', () => {
    const dated = { ...ITEM, ...OURS, commentedAt: '2026-06-09T13:30:00Z' };
    expect(read(getContentItem, { results: dated })).toEqual({ results: dated });
    const { commentedAt: _, ...undated } = dated;
    const none = { startDate: 'TBD', endDate: '', commentedAt: 'yesterday' };
    expect(read(getContent, { results: [{ ...dated, ...none }] })).toEqual({
      results: [{ ...undated, startDate: null, endDate: null }],
    });
    const ownAnswer = { answers: [1], comment: '', at: '2026-06-09T13:30:00Z' };
    expect(read(getQuestion, { results: { ...QUESTION, ownAnswer } })).toEqual({
      results: { ...ANY_QUESTION, ownAnswer },
    });
    expect(read(getQuestion, { results: { ...QUESTION, ownAnswer: { ...ownAnswer, at: 'once' } } })).toEqual({
      results: ANY_QUESTION,
    });
  });

  test('questions: without options, and without the answered and closed flags', () => {
    const { options: _, answered: __, ...bare } = { ...QUESTION, questionTypes: 'comment' };
    expect(read(getQuestions, { results: [QUESTION, bare] })).toEqual({
      results: [ANY_QUESTION, { ...bare, options: [], answered: false, closed: false }],
    });
    expect(read(getQuestion, { results: QUESTION })).toEqual({ results: ANY_QUESTION });
  });

  test('credentials and profile: optional fields are null or missing', () => {
    const { organizationType: _, registrationComplete: __, smsEnabled: ___, ...bare } = PROFILE;
    const filled = { ...PROFILE, organizationName: '', organizationType: '', smsEnabled: false };
    const sent = { ...bare, organizationName: null };
    expect(read(getAccount, { results: sent })).toEqual({ results: filled });
    for (const call of [autologin, login, refresh]) {
      expect(read(call, { ...CREDENTIALS, profile: sent })).toEqual({ ...CREDENTIALS, profile: filled });
    }
  });

  test('event and calendar addresses: without any field, and with unreadable fields', () => {
    const texts = {
      name: '',
      host: '',
      tagline: '',
      startDate: '',
      endDate: '',
      termsVersion: '',
      welcome: '',
      thanks: '',
    };
    const names = { organizationTypes: [], dayFilters: [], breakoutsFilter: '', speakersFilter: '' };
    const empty = { ...texts, ...names, timeZone: '', helpDesk: { email: '', phone: '' } };
    expect(readableEventInfo.parse({})).toEqual(empty);
    expect(readableEventInfo.parse({ name: 7, helpDesk: 'Lobby', season: 'autumn', dayFilters: [7] })).toEqual(empty);
    expect(Object.keys(readableEventInfo.shape)).toEqual(Object.keys(eventInfo.shape));
    expect(readableEventInfo.parse({ ...empty, helpDesk: { phone: '1' } }).helpDesk).toEqual({ email: '', phone: '1' });
    expect(read(getCalendar, { results: {} })).toEqual({ results: {} });
    expect(read(getCalendar, { results: { feed: 'https://a/', item: 7 } })).toEqual({
      results: { feed: 'https://a/' },
    });
  });

  test('each tolerant schema has the fields of the strict one, from which it is not made', () => {
    expect(Object.keys(readableItem.shape)).toEqual(Object.keys(contentItem.shape));
    expect(Object.keys(readableProfile.shape)).toEqual(Object.keys(profile.shape));
    expect(Object.keys(readableCredentials.shape)).toEqual(Object.keys(credentials.shape));
    expect(Object.keys(readableQuestion.shape)).toEqual(Object.keys(question.shape));
    expect(Object.keys(readableLiveState.shape)).toEqual(Object.keys(liveState.shape));
  });

  test.each([
    ['content item', contentItem.shape, getContentItem, { ...ITEM, ...OURS }, ['id', 'campaignId', 'type', 'title']],
    ['question', question.shape, getQuestion, QUESTION, ['id', 'campaignId', 'question', 'questionTypes']],
    ['profile', profile.shape, getAccount, PROFILE, ['id']],
  ])('%s: only the fields without which it cannot be shown are required', (_, shape, call, whole, needed) => {
    const isReadWithout = (name: string) => call.read.safeParse({ results: { ...whole, [name]: undefined } }).success;
    expect(Object.keys(shape).filter((name) => !isReadWithout(name))).toEqual(needed);
  });

  test.each(['createComment', 'updateVote', 'sendFeedback', 'logout', 'resetPassword'] as const)(
    '%s: any answer to a success will do',
    (name) => {
      for (const answer of [null, {}, { results: true }, 'ok'])
        expect(read(calls[name], answer)).toEqual({ message: '' });
    },
  );

  test('an edited profile and an answer to a question: a success with any body is accepted', () => {
    for (const answer of [null, {}, 'ok', { results: true }]) {
      expect(read(updateAccount, answer)).toEqual({});
      expect(read(answerQuestion, answer)).toEqual({ message: '' });
    }
    expect(read(answerQuestion, { nextQuestionId: 'next' })).toEqual({ message: '', nextQuestionId: 'next' });
  });
});

describe('unknown values of a newer server do not hide known ones (decision 027)', () => {
  test('unknown fields are ignored', () => {
    const item = { ...ITEM, ...OURS };
    expect(read(getContent, { results: [{ ...item, level: 3 }], total: 1 })).toEqual({ results: [item] });
    expect(read(getAccount, { results: { ...PROFILE, badge: 'gold' } })).toEqual({ results: PROFILE });
  });

  test('an item of an unknown category is read, one of an unknown type is left out', () => {
    const { results } = read(getContent, {
      results: [{ ...ITEM, type: 'Exhibit' }, { ...ITEM, category: 'Day 0', vote: 'sideways' }, ITEM],
    }) as z.output<typeof getContent.read>;
    expect(results.map(({ category, vote }) => [category, vote])).toEqual([
      ['Day 0', null],
      ['Day 1', 'up'],
    ]);
  });

  test('a question of an unknown type is left out', () => {
    const answer = { results: [{ ...QUESTION, questionTypes: 'ranking' }, QUESTION] };
    expect(read(getQuestions, answer)).toEqual({ results: [ANY_QUESTION] });
  });

  test('live state: a question of an unknown type, or changes of another shape, are read as missing (decision 060)', () => {
    const stage = { campaignId: 'polls', questionId: 'q', state: 'open', closesAt: null } as const;
    const others = { results: null, agenda: { revision: 1 }, audienceQuestions: [] };
    const older = { ...others, stage, questions: { revision: 1 } };
    const asked = { question: 'Q?', questionTypes: 'yes-no', options: [], campaignTitle: 'Polls', place: 1, places: 2 };
    const same = {
      ...others,
      stage: { ...stage, asked },
      questions: { revision: 1, changed: { since: 0, polls: [] } },
    };
    expect(read(getLiveState, { results: older })).toEqual({ results: older });
    expect(read(getLiveState, { results: same })).toEqual({ results: same });
    const newer = {
      ...others,
      stage: { ...stage, asked: { ...asked, questionTypes: 'ranking' } },
      questions: { revision: 1, changed: [] },
    };
    expect(read(getLiveState, { results: newer })).toEqual({ results: older });
  });

  test('one unreadable item does not hide the others', () => {
    const answer = { results: [null, 7, { ...ITEM, id: undefined }, { ...ITEM, title: { en: 'Keynote' } }, ITEM] };
    expect(read(getContent, answer)).toEqual({ results: [{ ...ITEM, ...OURS }] });
  });
});

describe('a body that is not an answer is still rejected', () => {
  test.each([
    'getContent',
    'getContentItem',
    'getQuestions',
    'getQuestion',
    'getAccount',
    'getCalendar',
    'refresh',
    'autologin',
  ] as const)('%s', (name) => {
    for (const answer of [null, {}, { results: 'none' }, { profile: PROFILE }]) {
      expect(calls[name].read.safeParse(answer).success).toBe(false);
    }
  });
});

test('tolerant reading: every answer of the server can be read', () => {
  const written = [
    [getContent, { results: [{ ...ITEM, ...OURS }] }],
    [getQuestions, { results: [{ ...QUESTION, campaignTitle: 'Polls', closed: true, place: 3, places: 6 }] }],
    [getAccount, { results: { ...PROFILE, pendingPhone: '(202) 555-0188' } }],
    [login, { message: 'Sent.' }],
    [answerQuestion, { message: 'Sent.', nextQuestionId: 'next' }],
  ] as const;
  for (const [call, answer] of written) expect(read(call, call.answer.parse(answer))).toEqual(answer);
});
