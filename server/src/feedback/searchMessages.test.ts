import { setImmediate as nextRound } from 'node:timers/promises';
import { MESSAGES_PER_PAGE } from '@companion/contract/staff/feedbackMessages';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { signedInMember } from '@companion/testkit/staffBrowser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROWS_IN_BATCH } from '../platform/db/readInBatches.ts';
import { allFeedbackMessages, listFeedbackMessages } from './feedbackMessages.ts';

const MESSAGES = 3 * ROWS_IN_BATCH + 1;
const ALPHABET = 'ÀÉÎÕÜßÇÑØŒ жЖ';

let t: ServerTest;
/** The newest first. */
let texts: string[];
beforeAll(async () => {
  t = await startServerTest();
  const { profile } = await t.register();
  const rows = Array.from({ length: MESSAGES }, (_, number) => ({
    id: `message-${String(number).padStart(5, '0')}`,
    account_id: profile.id,
    message: `${number % 3 === 0 ? 'More COFFEE' : 'Less tea'} 100%_${number} ${ALPHABET[number % ALPHABET.length]}`,
    // Many have arrived at the same time.
    created_at: number < ROWS_IN_BATCH + 100 ? 1 : number - (number % 2),
  }));
  for (let from = 0; from < rows.length; from += 200) {
    const some = rows.slice(from, from + 200);
    await t.services.db.insertInto('feedback').values(some).execute();
  }
  texts = rows.toSorted((a, b) => b.created_at - a.created_at || (a.id < b.id ? -1 : 1)).map(({ message }) => message);
});
afterAll(() => t.stop());

test('a search of the messages reads some in each statement, and other requests are answered in between (decision 052)', async () => {
  const { browser } = await signedInMember(t, 'owner');
  const others: number[] = [];

  const found = await listFeedbackMessages(t.services.db, 'COFFEE', 1, async () => {
    others.push((await browser.ask('getFeedbackMessages', { query: {} })).results.total);
  });

  expect(found.total).toBe(Math.ceil(MESSAGES / 3));
  expect(others).toEqual(Array(Math.ceil(MESSAGES / ROWS_IN_BATCH)).fill(MESSAGES));
});

test('a search of the messages has the same pages and total as if all were read at once', async () => {
  const { db } = t.services;
  for (const search of ['coffee', 'COFFEE', 'é', 'Œ', 'Ж', 'ÀÉ', '100%_7', 'ß', 'less tea', '', 'no such text']) {
    const fitting = texts.filter((text) => text.toLowerCase().includes(search.toLowerCase()));
    const last = Math.max(1, Math.ceil(fitting.length / MESSAGES_PER_PAGE));
    for (const page of [1, 2, last, last + 1]) {
      const { messages, total } = await listFeedbackMessages(db, search, page);
      expect({ search, page, total }).toEqual({ search, page, total: fitting.length });
      const from = (page - 1) * MESSAGES_PER_PAGE;
      expect(messages.map(({ text }) => text)).toEqual(fitting.slice(from, from + MESSAGES_PER_PAGE));
    }
    const exported: string[] = [];
    let statements = 0;
    for await (const batch of allFeedbackMessages(db, search)) {
      exported.push(...batch.map(({ text }) => text));
      statements += 1;
    }
    expect(exported).toEqual(fitting);
    expect(statements).toBe(Math.ceil(MESSAGES / ROWS_IN_BATCH));
  }
});

test('a search ends when its client has left', async () => {
  let rounds = 0;
  const left = listFeedbackMessages(t.services.db, 'coffee', 1, async () => {
    rounds += 1;
    await nextRound();
    throw new Error('aborted');
  });

  await expect(left).rejects.toThrow('aborted');
  expect(rounds).toBe(1);
});
