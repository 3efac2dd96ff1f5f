import { POLL_CLOSED } from '@companion/contract/answer';
import { expect, test } from 'vitest';
import type { PendingWrite, StoredWrite } from '../device/pendingWrite.ts';
import { writeDropped, writePostponed, writesRead } from '../session/writesSlice.ts';
import { SIGNED_OUT, WAITING, type WriteResult } from './queuedCall.ts';
import { type Effect, EMPTY_QUEUE, type Moment, type QueueEvent, type QueueState } from './queueState.ts';
import { reasonOf, reduceQueue } from './reduceQueue.ts';

const ANNA: Moment = { accountId: 'anna', hasEnded: false, isOnline: true, now: 1000, random: 0.5 };
const NOBODY: Moment = { ...ANNA, accountId: undefined };
const BOB: Moment = { ...ANNA, accountId: 'bob' };
const OFFLINE: Moment = { ...ANNA, isOnline: false };

const made = (key: string, fields: Partial<PendingWrite> = {}): PendingWrite => ({
  ...{ accountId: 'anna', call: 'createVote', argument: {}, idempotencyKey: key, replaces: key, label: '' },
  ...{ madeAt: 1, state: 'waiting', ...fields },
});
const stored = (id: number, key: string, fields: Partial<PendingWrite> = {}): StoredWrite => ({
  ...made(key, fields),
  id,
});

/** What the device holds, as it answers while the queue sends. */
const read = (...writes: StoredWrite[]): QueueEvent => ({ type: 'read', accountId: 'anna', writes, isToSend: true });
const answer = (result: WriteResult): QueueEvent => ({ type: 'answered', result });
const ASKED: QueueEvent = { type: 'asked' };
const LOCKED: QueueEvent = { type: 'locked' };
/** A form makes a write, and the device stores it. */
const form = (write: PendingWrite, id = 1): QueueEvent[] => [
  { type: 'made', write },
  { type: 'added', write, result: id },
];
/** The tab has the lock, and sends the first of these. */
const sending = (...writes: StoredWrite[]): QueueEvent[] => [ASKED, LOCKED, read(...writes)];

const NO_NETWORK: WriteResult = { error: { status: 'FETCH_ERROR', error: 'no network' } };
const BUSY: WriteResult = { error: { status: 503, data: undefined }, meta: { retryAfterMs: 9000 } };
const LIMITED: WriteResult = { error: { status: 429, data: { message: 'Slowly.' } }, meta: { retryAfterMs: 60_000 } };
const BROKEN: WriteResult = { error: { status: 500, data: { message: 'Oops.' } } };
const REFUSED: WriteResult = { error: { status: 400, data: { message: 'No.' } } };
const ENDED: WriteResult = { error: { status: 401, data: { message: 'Over.' } } };
const STORED: WriteResult = { data: { message: 'Thanks' } };

const settle = (key: string, result: WriteResult): Effect => ({ type: 'settle', key, result });
const send = (write: PendingWrite, isKept: boolean): Effect => ({ type: 'send', write, isKept });
const shown = (...writes: PendingWrite[]): Effect => ({ type: 'show', action: writesRead(writes) });
const retry = (afterMs?: number): Effect => ({ type: 'retry', afterMs });
const post = (type: 'changed' | 'blocked'): Effect => ({ type: 'post', message: { type } });
const postSettled = (key: string, result: WriteResult): Effect => ({
  type: 'post',
  message: { type: 'settled', key, result },
});
const READ_NEXT: Effect = { type: 'read', accountId: 'anna', isToSend: true };
const READ_TO_SHOW: Effect = { type: 'read', accountId: 'anna', isToSend: false };
const RECOVER: Effect = { type: 'recover', accountId: 'anna', exceptKeys: [] };
const dropJournaled = (key: string): Effect => ({ type: 'dropJournaled', key });
const UNLOCK: Effect = { type: 'unlock' };
const notify = (what: 'emptied' | 'rejected'): Effect => ({ type: 'notify', what });
const postponed = (key: string): Effect[] => [
  { type: 'show', action: writePostponed(key) },
  settle(key, WAITING),
  post('changed'),
];

interface Case {
  /** What has happened before. */
  after?: QueueEvent[];
  event: QueueEvent;
  at?: Moment;
  effects: Effect[];
}

const a = stored(1, 'a');
const b = stored(2, 'b');
const vote = (key: string) => made(key, { replaces: 'vote' });

const CASES: Record<string, Case> = {
  // Who may send.
  'the first request to send asks for the lock': { event: ASKED, effects: [retry(), { type: 'lock' }] },
  'a second one waits for the first': { after: [ASKED], event: ASKED, effects: [retry()] },
  'under the lock the device is read': { after: [ASKED], event: LOCKED, effects: [READ_NEXT] },
  'asked for while it sent, it looks again before it gives the lock back': {
    after: [...sending(a), ASKED, answer(STORED)],
    event: read(),
    effects: [shown(), notify('emptied'), READ_NEXT],
  },
  'asked for while the lock was being released, it takes it again': {
    after: [ASKED, LOCKED, read(), ASKED],
    event: { type: 'unlocked' },
    effects: [retry(), { type: 'lock' }],
  },
  'with nothing to send it rests': {
    after: [ASKED, LOCKED, read()],
    event: { type: 'unlocked' },
    effects: [{ type: 'rest' }],
  },

  // Order.
  'the oldest write is sent first': {
    after: [ASKED, LOCKED],
    event: read(a, b),
    effects: [shown(a, b), send(a, true)],
  },
  'the next one follows once it is stored': {
    after: [...sending(a, b), answer(STORED)],
    event: read(b),
    effects: [shown(b), send(b, true)],
  },
  'a stored write that could not be deleted is neither shown nor sent again': {
    after: [...sending(a, b), answer(STORED)],
    event: read(a, b),
    effects: [shown(b), send(b, true)],
  },
  'a rejected write is shown and not sent': {
    after: [ASKED, LOCKED],
    event: read(stored(1, 'a', { state: 'rejected' })),
    effects: [shown(stored(1, 'a', { state: 'rejected' })), UNLOCK],
  },
  'without a network nothing is sent': {
    after: [ASKED, LOCKED],
    event: read(a),
    at: OFFLINE,
    effects: [shown(a), UNLOCK],
  },

  // What a form has made.
  'a write is added to the device, after what closed pages have left': {
    event: { type: 'made', write: made('a') },
    effects: [{ ...RECOVER, exceptKeys: ['a'] } as Effect, { type: 'add', write: made('a'), sendingId: undefined }],
  },
  'it does not take the place of the one that is being sent': {
    after: sending(a),
    event: { type: 'made', write: made('b') },
    effects: [{ ...RECOVER, exceptKeys: ['b'] } as Effect, { type: 'add', write: made('b'), sendingId: 1 }],
  },
  'once the device has it, it is sent': {
    after: [{ type: 'made', write: made('a') }],
    event: { type: 'added', write: made('a'), result: 1 },
    effects: [dropJournaled('a'), retry(), { type: 'lock' }],
  },
  'a form that has waited goes on without the answer': {
    after: form(made('a')),
    event: { type: 'formWaited', key: 'a' },
    effects: postponed('a'),
  },
  'one that has its answer does not': { event: { type: 'formWaited', key: 'a' }, effects: [] },
  'offline a form goes on at once': {
    after: [{ type: 'made', write: made('a') }],
    event: { type: 'added', write: made('a'), result: 1 },
    at: OFFLINE,
    effects: [dropJournaled('a'), ...postponed('a'), retry(), { type: 'lock' }],
  },
  'a write is sent at once as one that was not kept': {
    after: [...form(made('a')), LOCKED],
    event: read(a),
    effects: [shown(a), send(a, false)],
  },
  'beyond 200 writes the form shows the failure': {
    after: [{ type: 'made', write: made('a') }],
    event: { type: 'added', write: made('a'), result: 'full' },
    effects: [
      dropJournaled('a'),
      settle('a', expect.objectContaining({ error: expect.objectContaining({ status: 'CUSTOM_ERROR' }) })),
      ...[retry(), { type: 'lock' } as Effect],
    ],
  },
  'one that the device cannot store is sent as if there were no queue': {
    after: [{ type: 'made', write: made('a') }, { type: 'added', write: made('a'), result: undefined }, LOCKED],
    event: { type: 'read', accountId: 'anna', writes: undefined, isToSend: true },
    effects: [send(made('a'), false)],
  },
  'it is tried once': {
    after: [
      ...[{ type: 'made', write: made('a') } as const, { type: 'added', write: made('a'), result: undefined } as const],
      ...[LOCKED, { type: 'read', accountId: 'anna', writes: undefined, isToSend: true } as const],
    ],
    event: answer(NO_NETWORK),
    effects: [settle('a', NO_NETWORK), READ_NEXT],
  },
  'sent by another tab, its form goes on': {
    after: [...form(made('a')), LOCKED],
    event: read(),
    effects: [shown(), settle('a', { data: { message: '' } }), UNLOCK],
  },

  // One write for each intent.
  'a later write with the same intent answers the form of the earlier one': {
    after: [...form(vote('a')), { type: 'made', write: vote('b') }],
    event: { type: 'added', write: vote('b'), result: 2 },
    effects: [dropJournaled('b'), settle('a', { data: { message: '', isOvertaken: true } }), retry()],
  },
  'the one that is being sent stays, and its form hears that it is overtaken': {
    after: [...form(vote('a')), LOCKED, read(stored(1, 'a', { replaces: 'vote' })), ...form(vote('b'), 2)],
    event: answer(STORED),
    effects: [
      { type: 'showStored', write: stored(1, 'a', { replaces: 'vote' }), answer: STORED.data },
      { type: 'remove', id: 1 },
      settle('a', { data: { message: 'Thanks', isOvertaken: true } }),
      READ_NEXT,
    ],
  },

  'an earlier one that the device could not store is not sent after it': {
    after: [
      ...[...sending(b), { type: 'made', write: vote('c') } as const],
      ...[{ type: 'added', write: vote('c'), result: undefined } as const, ...form(vote('d'), 3)],
      ...[answer(STORED), read(stored(3, 'd', { replaces: 'vote' })), answer(STORED)],
    ],
    event: read(),
    effects: [shown(), notify('emptied'), READ_NEXT],
  },

  // What an answer means.
  'stored, its form gets the answer': {
    after: [...form(made('a')), LOCKED, read(a)],
    event: answer(STORED),
    effects: [
      { type: 'showStored', write: a, answer: STORED.data },
      { type: 'remove', id: 1 },
      settle('a', { data: { message: 'Thanks' } }),
      READ_NEXT,
    ],
  },
  'stored late, the other tabs hear of it': {
    after: sending(a),
    event: answer(STORED),
    effects: [
      { type: 'showStored', write: a, answer: STORED.data },
      { type: 'remove', id: 1 },
      { type: 'show', action: writeDropped('a') },
      postSettled('a', { data: { message: 'Thanks' } }),
      READ_NEXT,
    ],
  },
  'the last one stored late, it says so': {
    after: [...sending(a), answer(STORED)],
    event: read(),
    effects: [shown(), notify('emptied'), UNLOCK],
  },
  'without an answer the queue stops, and every form goes on': {
    after: [...form(made('a')), ...form(made('b'), 2), LOCKED, read(a, b)],
    event: answer(NO_NETWORK),
    effects: [retry(1000), ...postponed('a'), ...postponed('b'), post('blocked'), UNLOCK],
  },
  'the pause doubles': {
    after: [...sending(a), answer(NO_NETWORK), { type: 'unlocked' }, ...sending(a)],
    event: answer(NO_NETWORK),
    effects: [retry(2000), post('blocked'), UNLOCK],
  },
  'a success ends the doubling': {
    after: [...sending(a), answer(NO_NETWORK), { type: 'unlocked' }, ...sending(a), answer(STORED), read(b)],
    event: answer(NO_NETWORK),
    effects: [retry(1000), post('blocked'), UNLOCK],
  },
  'what the server asks to wait for is spread over five seconds': {
    after: sending(a),
    event: answer(BUSY),
    effects: [retry(11_500), post('blocked'), UNLOCK],
  },
  'one that is sent again was kept': {
    after: [...form(made('a')), LOCKED, read(a), answer(NO_NETWORK), { type: 'unlocked' }, ASKED, LOCKED],
    event: read(a),
    effects: [shown(a), send(a, true)],
  },
  'a limit holds back the writes of that call only': {
    after: [...sending(a, b, stored(3, 'c', { call: 'sendFeedback' })), answer(LIMITED)],
    event: read(a, b, stored(3, 'c', { call: 'sendFeedback' })),
    effects: [
      shown(a, b, stored(3, 'c', { call: 'sendFeedback' })),
      send(stored(3, 'c', { call: 'sendFeedback' }), true),
    ],
  },
  'with nothing else to send it waits for the end of the limit': {
    after: [...sending(a), answer(LIMITED)],
    event: read(a),
    effects: [shown(a), retry(62_500), UNLOCK],
  },
  'refused, its form keeps the text': {
    after: [...form(made('a')), LOCKED, read(a)],
    event: answer(REFUSED),
    effects: [{ type: 'remove', id: 1 }, settle('a', REFUSED), READ_NEXT],
  },
  'refused late, it stays with the reason': {
    after: sending(a),
    event: answer(REFUSED),
    effects: [
      { type: 'replace', write: stored(1, 'a', { state: 'rejected', reason: 'No.' }) },
      postSettled('a', REFUSED),
      READ_NEXT,
    ],
  },
  'refused late, it is not sent again although the device could not store that': {
    after: [...sending(a, b), answer(REFUSED)],
    event: read(a, b),
    effects: [shown(stored(1, 'a', { state: 'rejected', reason: 'No.' }), b), send(b, true)],
  },
  'as its author wants, it is sent again nevertheless': {
    after: [
      ...[...sending(a), answer(REFUSED), read(a), { type: 'unlocked' } as const],
      ...[{ type: 'repeated', write: stored(1, 'a', { state: 'rejected', reason: 'No.' }) } as const, LOCKED],
    ],
    event: read(a),
    effects: [shown(a), send(a, true)],
  },
  'once the device has stored that, another tab may let it wait again': {
    after: [
      ...[...sending(a), answer(REFUSED), read(stored(1, 'a', { state: 'rejected', reason: 'No.' }))],
      ...[{ type: 'unlocked' } as const, ASKED, LOCKED],
    ],
    event: read(a),
    effects: [shown(a), send(a, true)],
  },
  'one of the late ones refused, it says only that': {
    after: [...sending(a, b), answer(STORED), read(b), answer(REFUSED)],
    event: read(stored(2, 'b', { state: 'rejected' })),
    effects: [shown(stored(2, 'b', { state: 'rejected' })), notify('rejected'), UNLOCK],
  },
  'on a failure of the server the form shows it': {
    after: [...form(made('a')), LOCKED, read(a)],
    event: answer(BROKEN),
    effects: [{ type: 'remove', id: 1 }, settle('a', BROKEN), READ_NEXT],
  },
  'without a form it is tried again': {
    after: sending(a),
    event: answer(BROKEN),
    effects: [retry(1000), post('blocked'), UNLOCK],
  },
  'three times': {
    after: [
      ...[...sending(a), answer(BROKEN), { type: 'unlocked' } as const],
      ...[...sending(a), answer(BROKEN), { type: 'unlocked' } as const, ...sending(a)],
    ],
    event: answer(BROKEN),
    effects: [
      { type: 'replace', write: stored(1, 'a', { state: 'rejected', reason: 'Oops.' }) },
      postSettled('a', BROKEN),
      READ_NEXT,
    ],
  },
  'at the end of the session it stops, and sets no time for another attempt': {
    after: [...form(made('a')), LOCKED, read(a)],
    event: answer(ENDED),
    effects: [settle('a', ENDED), UNLOCK],
  },

  // Bound to the account.
  'after a sign-out a write is neither stored nor sent': {
    event: { type: 'made', write: made('a') },
    at: NOBODY,
    effects: [dropJournaled('a'), settle('a', SIGNED_OUT)],
  },
  'after the end of the session the journal keeps it for the next sign-in': {
    event: { type: 'made', write: made('a') },
    at: { ...NOBODY, hasEnded: true },
    effects: [settle('a', SIGNED_OUT)],
  },
  'signed out while the device was read, nothing is sent': {
    after: [ASKED, LOCKED],
    event: read(a),
    at: NOBODY,
    effects: [UNLOCK],
  },
  'with another account signed in meanwhile, that one is read': {
    after: [...form(made('a')), LOCKED],
    event: read(a),
    at: BOB,
    effects: [{ ...READ_NEXT, accountId: 'bob' } as Effect],
  },
  'a form of the earlier account ends': {
    after: [...form(made('a')), LOCKED],
    event: { type: 'read', accountId: 'bob', writes: [], isToSend: true },
    at: BOB,
    effects: [shown(), settle('a', SIGNED_OUT), UNLOCK],
  },
  'a late success shows nothing to the next account': {
    after: sending(a),
    event: answer(STORED),
    at: BOB,
    effects: [
      { type: 'remove', id: 1 },
      { type: 'show', action: writeDropped('a') },
      postSettled('a', { data: { message: 'Thanks' } }),
      { ...READ_NEXT, accountId: 'bob' } as Effect,
    ],
  },
  'a late refusal is not stored for the earlier account': {
    after: sending(a),
    event: answer(REFUSED),
    at: BOB,
    effects: [{ ...READ_NEXT, accountId: 'bob' } as Effect],
  },
  'the next account hears nothing of what was sent': {
    after: [...sending(a), answer(STORED)],
    event: { type: 'read', accountId: 'bob', writes: [], isToSend: true },
    at: BOB,
    effects: [shown(), UNLOCK],
  },

  // Other tabs.
  'another tab has no network: the forms of this one go on': {
    after: form(made('a')),
    event: { type: 'told', message: { type: 'blocked' } },
    effects: [...postponed('a'), READ_TO_SHOW],
  },
  'another tab has changed something: it is read again': {
    event: { type: 'told', message: { type: 'changed' } },
    effects: [READ_TO_SHOW],
  },
  'another tab has sent the write of a form here': {
    after: form(made('a')),
    event: { type: 'told', message: { type: 'settled', key: 'a', result: STORED } },
    effects: [{ type: 'showStored', write: a, answer: STORED.data }, settle('a', STORED), READ_TO_SHOW],
  },
  'another tab’s refusal is shown by the form here, so not by the list': {
    after: form(made('a')),
    event: { type: 'told', message: { type: 'settled', key: 'a', result: REFUSED } },
    effects: [{ type: 'remove', id: 1 }, settle('a', REFUSED), READ_TO_SHOW],
  },

  // What the author does with a rejected write.
  'sent again, it waits without its reason': {
    event: { type: 'repeated', write: stored(1, 'a', { state: 'rejected', reason: 'No.' }) },
    effects: [{ type: 'replace', write: a }, READ_TO_SHOW, post('changed'), retry(), { type: 'lock' }],
  },
  'discarded, it is removed': {
    event: { type: 'discarded', write: a },
    effects: [{ type: 'remove', id: 1 }, READ_TO_SHOW, post('changed')],
  },
  'at the start, what closed pages have left is moved to the device, and shown': {
    event: { type: 'opened' },
    effects: [RECOVER, READ_TO_SHOW],
  },
};

test.each(Object.entries(CASES))('queue: %s', (_, { after = [], event, at = ANNA, effects }) => {
  let state: QueueState = EMPTY_QUEUE;
  for (const earlier of after) state = reduceQueue(state, earlier, ANNA).state;
  const before = structuredClone(state);
  expect(reduceQueue(state, event, at).effects).toEqual(effects);
  // The decision is made from these alone, and changes none of them.
  expect(state).toEqual(before);
});

const conflict = (message: string) => ({ status: 409, data: { message, traceId: 'trace' } });

test('an answer that came after the closing and one that another has overtaken have their own reasons (decision 048)', () => {
  expect(reasonOf('answerQuestion', conflict(POLL_CLOSED))).toBe(POLL_CLOSED);
  expect(reasonOf('answerQuestion', conflict('You have already answered this question.'))).toBe(
    'Another answer of yours to this question was stored first. That one counts.',
  );
});
