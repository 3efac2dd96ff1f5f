import { test as base, expect } from '@companion/testkit/browserTest';
import { loadInPage } from '@companion/testkit/loadInPage';
import type { Page } from '@playwright/test';
import type { PendingWrite } from './pendingWrite.ts';

declare global {
  /** The exports of keptWritesAndReplies.ts. */
  var keptWritesAndReplies: typeof import('./keptWritesAndReplies.ts');
}

const FILE = new URL('keptWritesAndReplies.ts', import.meta.url);

/** The store alone, on a page of the app's origin that runs nothing else. */
const test = base.extend<{ openStore: (page: Page) => Promise<void> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern
  openStore: async ({}, use) => {
    await use(async (page) => {
      await page.goto('/robots.txt');
      await loadInPage(page, FILE);
    });
  },
});
test.use({ reuseServer: true });

const vote = (accountId: string, replaces: string): PendingWrite => ({
  accountId,
  call: 'createVote',
  argument: { campaignId: 'agenda', contentId: replaces, vote: 'up' },
  idempotencyKey: 'key',
  replaces,
  label: `Your vote on ${replaces}`,
  madeAt: 1,
  state: 'waiting',
});

test('device: keeps the answers of each account, checked, without those too large', async ({ page, openStore }) => {
  await openStore(page);
  const found = await page.evaluate(async () => {
    const { readReplies, storeReply } = keptWritesAndReplies;
    await storeReply('anna', 'getContent', { data: ['old'], at: 1 });
    await storeReply('anna', 'getContent', { data: ['new'], at: 2 });
    await storeReply('anna', 'getQuestions', { data: null, at: 'never' as never });
    await storeReply('anna2', 'getContent', { data: ['of another'], at: 3 });
    const isLargeStored = await storeReply('anna', 'getAccount', { data: 'x'.repeat(2_000_001), at: 4 });
    return { isLargeStored, answers: [...((await readReplies('anna')) ?? [])] };
  });
  expect(found).toEqual({ isLargeStored: false, answers: [['getContent', { data: ['new'], at: 2 }]] });
});

test('device: keeps writes in their order, one of each intent, at most 200 of one account', async ({
  page,
  openStore,
}) => {
  await openStore(page);
  const found = await page.evaluate(
    async ([one, two, other]) => {
      const { MAX_WRITES, addWrite, readWrites, removeWrite, replaceWrite } = keptWritesAndReplies;
      for (const write of [one, other, two]) await addWrite(write);
      const [first, second] = (await readWrites('anna')) ?? [];
      if (!first || !second) return undefined;
      await replaceWrite({ ...second, state: 'rejected', reason: 'No.' });
      await removeWrite(first.id);
      await replaceWrite({ ...first, reason: 'Deleted.' });
      await addWrite(one);
      const stored = async () =>
        (await readWrites('anna'))?.map(({ call, replaces, reason }) => [call, replaces, reason]);
      const inOrder = await stored();
      // A later write takes the place of both, but not of one that is being sent.
      const sendingId = await addWrite({ ...two, call: 'updateVote' });
      await addWrite({ ...one, call: 'updateVote' });
      await addWrite({ ...two, call: 'updateVote' }, Number(sendingId));
      const replaced = await stored();
      for (let count = 3; count < MAX_WRITES; count += 1) await addWrite({ ...one, replaces: String(count) });
      const tooMany = await addWrite({ ...one, replaces: 'more' });
      return { inOrder, replaced, tooMany, ofAnother: typeof (await addWrite(other)) };
    },
    [vote('anna', 'one'), vote('anna', 'two'), vote('bob', 'other')] as const,
  );
  const inOrder = [
    ['createVote', 'two', 'No.'],
    ['createVote', 'one', undefined],
  ];
  const replaced = [
    ['updateVote', 'two', undefined],
    ['createVote', 'one', undefined],
    ['updateVote', 'two', undefined],
  ];
  expect(found).toEqual({ inOrder, replaced, tooMany: 'full', ofAnother: 'number' });
});

test('device: deletes everything but what is named', async ({ page, openStore }) => {
  await openStore(page);
  const found = await page.evaluate(
    async (writes) => {
      const { addWrite, deleteExcept, readReplies, readWrites, storeReply } = keptWritesAndReplies;
      const fill = async () => {
        await deleteExcept({});
        for (const account of ['a', 'anna', 'bob']) await storeReply(account, 'getContent', { data: [], at: 1 });
        for (const write of writes) await addWrite(write);
      };
      const left = async () => {
        const counts = [];
        for (const account of ['a', 'anna', 'bob'])
          counts.push([(await readReplies(account))?.size, (await readWrites(account))?.length]);
        return counts;
      };
      const results = [];
      for (const kept of [{ repliesOf: 'anna', writesOf: 'anna' }, { writesOf: 'everyone' }, {}]) {
        await fill();
        const isDeleted = await deleteExcept(kept);
        results.push({ isDeleted, left: await left() });
      }
      return results;
    },
    ['a', 'anna', 'bob'].map((account) => vote(account, 'one')),
  );
  expect(found).toEqual([
    {
      isDeleted: true,
      left: [
        [0, 0],
        [1, 1],
        [0, 0],
      ],
    },
    {
      isDeleted: true,
      left: [
        [0, 1],
        [0, 1],
        [0, 1],
      ],
    },
    {
      isDeleted: true,
      left: [
        [0, 0],
        [0, 0],
        [0, 0],
      ],
    },
  ]);
});

test('device: makes way for a newer version of the app', async ({ page, openStore }) => {
  await openStore(page);
  const found = await page.evaluate(
    async (write) => {
      const { addWrite, deleteExcept, readReplies, readWrites, storeReply } = keptWritesAndReplies;
      await storeReply('anna', 'getContent', { data: [], at: 1 });
      const newer = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open('companion', 2);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = reject;
      });
      const withoutIt = [
        await readReplies('anna'),
        await readWrites('anna'),
        await storeReply('anna', 'getContent', { data: [], at: 1 }),
        await addWrite(write),
        await deleteExcept({ repliesOf: 'anna' }),
      ];
      newer.close();
      // Signing out deletes even what this version cannot read.
      return { withoutIt, isDeleted: await deleteExcept({}), left: (await readReplies('anna'))?.size };
    },
    vote('anna', 'one'),
  );
  expect(found).toEqual({
    withoutIt: [undefined, undefined, false, undefined, false],
    isDeleted: true,
    left: 0,
  });
});

test('device: works without the database', async ({ page, openStore }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
  await openStore(page);
  expect(
    await page.evaluate(async () => [
      await keptWritesAndReplies.readReplies('anna'),
      await keptWritesAndReplies.deleteExcept({}),
    ]),
  ).toEqual([undefined, false]);
});

test('device: does not wait for a database that does not answer', async ({ page, openStore }) => {
  await openStore(page);
  const found = await page.evaluate(async () => {
    // A connection that does not close holds up the deletion, which holds up whatever is opened after it.
    await new Promise((resolve) => {
      indexedDB.open('companion', 1).onsuccess = resolve;
    });
    const deleting = indexedDB.deleteDatabase('companion');
    await new Promise((resolve) => {
      deleting.onblocked = resolve;
    });
    return [await keptWritesAndReplies.readReplies('anna'), await keptWritesAndReplies.deleteExcept({})];
  });
  expect(found).toEqual([undefined, false]);
});
