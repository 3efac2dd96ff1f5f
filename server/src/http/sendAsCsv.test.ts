import { buffer } from 'node:stream/consumers';
import { setImmediate as nextRound } from 'node:timers/promises';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { signedInMember } from '@companion/testkit/staffBrowser';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CsvRow } from '../archive/csvRows.ts';
import { allItemComments } from '../itemFeedback/itemComments.ts';
import { ROWS_IN_BATCH } from '../platform/db/readInBatches.ts';
import { allAnswerTexts } from '../polls/answerTexts.ts';
import { sendAsCsv } from './sendAsCsv.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

/** Each batch has as many as it may have. */
async function all<Item>(batches: AsyncIterable<Item[]>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const batch of batches) {
    expect(items.length % ROWS_IN_BATCH).toBe(0);
    expect(batch.length).toBeLessThanOrEqual(ROWS_IN_BATCH);
    items.push(...batch);
  }
  return items;
}

/** An export of a member's, with the parts of a request that it reads. */
function openExport(
  memberId: string,
  batches: () => AsyncIterable<CsvRow[]>,
  {
    socket = { destroyed: false },
    recheck = async () => {},
    longestTurn,
  }: { socket?: { destroyed: boolean }; recheck?: () => Promise<void>; longestTurn?: number } = {},
) {
  const reply = { type: () => reply, header: () => reply };
  const given = { raw: { socket } } as unknown as FastifyRequest;
  const asked = {
    services: t.services,
    member: { id: memberId },
    request: given,
    recheck,
    audited: async () => undefined,
  };
  return sendAsCsv(
    { ...asked, reply: reply as unknown as FastifyReply },
    { name: 'file', entity: 'item', entityId: 'file' },
    batches,
    longestTurn,
  );
}

const exportOf = async (...given: Parameters<typeof openExport>) => buffer(await openExport(...given));

test('an export is written in parts, and other work has its turn in between', async () => {
  let turns = 0;
  const turnsBefore: number[] = [];
  const file = await exportOf('one', async function* () {
    for (let part = 0; part < 3; part++) {
      turnsBefore.push(turns);
      setImmediate(() => {
        turns += 1;
      });
      yield [[part, 'é']];
    }
  });

  expect(turnsBefore).toEqual([0, 1, 2]);
  expect(file.toString()).toBe('\uFEFF0,é\r\n1,é\r\n2,é\r\n');
});

test('exports are in memory one at a time, and one whose client has left ends', async () => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const socket = { destroyed: false };
  const start = (name: string, memberId: string, its = { destroyed: false }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.set(name, resolve);
    return exportOf(
      memberId,
      async function* () {
        begun.push(name);
        yield [[name]];
        await promise;
        yield [['rest']];
      },
      { socket: its },
    );
  };
  const left = start('left', 'one', socket);
  const others = [start('second', 'one'), start('third', 'two')];
  while (begun.length < 1) await nextRound();
  expect(begun).toEqual(['left']);

  socket.destroyed = true;
  const refused = expect(left).rejects.toThrow('aborted');
  ends.get('left')?.();
  await refused;
  while (begun.length < 2) await nextRound();
  // The other member had waited before.
  expect(begun).toEqual(['left', 'third']);
  ends.get('third')?.();
  while (begun.length < 3) await nextRound();
  ends.get('second')?.();
  expect((await Promise.all(others)).map(String)).toEqual(['\uFEFFsecond\r\nrest\r\n', '\uFEFFthird\r\nrest\r\n']);
});

test('texts and comments are read in batches, each once and in order, also where many have arrived at the same time', async () => {
  const { db } = t.services;
  const { profile } = await t.register();
  const account = await db.selectFrom('accounts').selectAll().where('id', '=', profile.id).executeTakeFirstOrThrow();
  const numbers = Array.from({ length: 2 * ROWS_IN_BATCH + 1 }, (_, index) => index);
  const copies = numbers.map((number) => {
    const email = `copy.${number}@example.com`;
    return { ...account, id: `copy-${number}`, email, email_key: email, phone_e164: `+1202${5_550_000 + number}` };
  });
  // Every second one has the time of the one before it, and one time is that of a whole batch.
  const timeOf = (number: number) => (number < ROWS_IN_BATCH + 100 ? 1 : number - (number % 2));
  const answers = numbers.map((number) => ({
    ...{ account_id: `copy-${number}`, question_id: 'pre-words', campaign_id: 'pre-event', answers: '[]' },
    ...{ comment: `Text ${number}`, created_at: timeOf(number), made_at: null },
  }));
  for (let from = 0; from < numbers.length; from += 100) {
    await db
      .insertInto('accounts')
      .values(copies.slice(from, from + 100))
      .execute();
    const comments = answers.slice(from, from + 100).map(({ account_id, comment, created_at }) => ({
      ...{ account_id, content_id: 'opening', comment, created_at, updated_at: created_at },
    }));
    await db.insertInto('comments').values(comments).execute();
    await db
      .insertInto('answers')
      .values(answers.slice(from, from + 100))
      .execute();
  }

  const texts = await all(allAnswerTexts(db, { campaignId: 'pre-event', questionId: 'pre-words' }));
  expect(texts.map(({ text }) => text).toSorted()).toEqual(answers.map(({ comment }) => comment).toSorted());
  const times = texts.map(({ answeredAt }) => Date.parse(answeredAt));
  expect(times).toEqual(times.toSorted((a, b) => a - b));

  const comments = await all(allItemComments(t.services, 'opening', {}));
  expect(comments.map(({ text }) => text).toSorted()).toEqual(answers.map(({ comment }) => comment).toSorted());
  expect(comments.map(({ commentedAt }) => Date.parse(commentedAt))).toEqual(times.toReversed());
});

test('a file is made as it is read, so that a part of it is in memory, and it ends when its client leaves', async () => {
  let made = 0;
  let ended = false;
  const file = await openExport('reader', async function* () {
    try {
      for (; made < 1_000; made += 1) yield [['x'.repeat(100_000)]];
    } finally {
      ended = true;
    }
  });
  const reader = file[Symbol.asyncIterator]();
  await reader.next();
  for (let round = 0; round < 100; round += 1) await nextRound();
  expect(made).toBeLessThan(5);

  await reader.return?.();
  await vi.waitFor(() => expect(ended).toBe(true));
});

test('a file that is read slowly keeps others waiting for some seconds only, and 20 are open at once', async () => {
  const open = [];
  for (let number = 0; number < 20; number += 1) {
    const batches = async function* () {
      for (;;) yield [['x'.repeat(100_000)]];
    };
    open.push(await openExport(`slow ${number}`, batches, { longestTurn: 10 }));
  }
  const tooMany = openExport('another', async function* () {
    yield [['row']];
  });
  await expect(tooMany).rejects.toMatchObject({ kind: 'unavailable' });
  for (const file of open) file.destroy();
  await nextRound();
  const file = await exportOf('another', async function* () {
    yield [['row']];
  });
  expect(file.toString()).toBe('\uFEFFrow\r\n');
});

test('a file ends once the member may no longer take it', async () => {
  let mayTake = true;
  const recheck = async () => {
    if (!mayTake) throw new Error('Please sign in.');
  };
  const file = await openExport(
    'removed',
    async function* () {
      for (;;) yield [['x'.repeat(100_000)]];
    },
    { recheck },
  );
  const reader = file[Symbol.asyncIterator]();
  await reader.next();
  mayTake = false;
  const readOn = async () => {
    while (!(await reader.next()).done);
  };

  await expect(readOn()).rejects.toThrow('Please sign in.');
});

test('a member who is signed out while the file is read does not get the rest of it', async () => {
  const { browser, member } = await signedInMember(t, 'owner');
  const { profile } = await t.register();
  const message = 'x'.repeat(20_000);
  for (let from = 0; from < 4 * ROWS_IN_BATCH; from += 100) {
    const numbers = Array.from({ length: 100 }, (_, index) => from + index);
    const rows = numbers.map((number) => ({
      ...{ id: `long-${number}`, account_id: profile.id, message, created_at: number },
    }));
    await t.services.db.insertInto('feedback').values(rows).execute();
  }
  const whole = await browser.request('exportFeedbackMessages', { query: {} });
  expect((await whole.text()).length).toBeGreaterThan(4 * ROWS_IN_BATCH * message.length);
  const { body, status } = await browser.request('exportFeedbackMessages', { query: {} });
  expect(status).toBe(200);
  const reader = body?.getReader();
  await reader?.read();

  await t.services.db.deleteFrom('staff_sessions').where('staff_id', '=', member.id).execute();

  const readOn = async () => {
    while (!(await reader?.read())?.done);
  };
  await expect(readOn()).rejects.toThrow('terminated');
});
