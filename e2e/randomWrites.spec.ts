import { rm } from 'node:fs/promises';
import { test as base, expect } from '@companion/testkit/browserTest';
import { PROGRAMME, voteButton, votes } from '@companion/testkit/contentItemPage';
import { repeatableRandom } from '@companion/testkit/repeatableRandom';
import { shortenPauses } from '@companion/testkit/shortenPauses';
import { stageContent } from '@companion/testkit/stageContent';
import { storeCredentials } from '@companion/testkit/storeCredentials';
import type { BrowserContext, Page } from '@playwright/test';
import { copyAppBuild, publishVersion } from './appBuild.ts';

const test = base.extend({
  webFolder: async ({ browserName: _ }, use) => {
    const folder = await copyAppBuild();
    await use(folder);
    await rm(folder, { recursive: true });
  },
});
test.use({ serviceWorkers: 'allow' });

const SEQUENCES = 6;
const STEPS = 8;

interface Phone {
  context: BrowserContext;
  page: Page;
  /** Each phone votes on its own item, so that its last vote is the one that counts. */
  item: string;
  vote: 'up' | 'down' | undefined;
  isSaved: boolean;
}

/** On this one both phones make notes. */
const NOTED = '/agenda/agenda/keynote';

test(`random writes: ${SEQUENCES} sequences on two phones lose nothing and store nothing twice`, async ({
  browser,
  server,
  webFolder,
}) => {
  // A busy machine takes more than a minute.
  test.slow();
  await stageContent(server, PROGRAMME);
  const session = await server.register();
  const messages: string[] = [];
  const lines: string[] = [];
  const address = (path: string) => server.url + path;

  const openPhone = async (item: string): Promise<Phone> => {
    const context = await browser.newContext({ serviceWorkers: 'allow' });
    await shortenPauses(context);
    await context.addInitScript(() => {
      // In data-saving mode nothing is fetched in advance.
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    const page = await context.newPage();
    await page.goto(address('/login'));
    await storeCredentials(page, session);
    await page.goto(address('/profile'));
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    // The code that sends must be there offline.
    await expect(page.getByRole('link', { name: 'Give Us Feedback' })).toBeVisible();
    return { context, page, item, vote: undefined, isSaved: false };
  };
  const reopen = async (phone: Phone) => {
    await phone.page.close();
    phone.page = await phone.context.newPage();
    await phone.page.goto(address('/profile'));
  };
  /** Presses the button; the form may still wait for the answer. */
  const pressSend = async ({ page }: Phone) => {
    await page.goto(address('/profile/give-us-feedback'));
    const text = `Message ${messages.length}`;
    await page.getByRole('textbox', { name: 'Message' }).fill(text);
    await page.getByRole('button', { name: 'Send Feedback' }).click();
    messages.push(text);
  };
  const atProfile = ({ page }: Phone) => page.waitForURL(address('/profile'));

  const phones = [await openPhone('keynote'), await openPhone('panel')];
  for (let seed = 1; seed <= SEQUENCES; seed += 1) await test.step(`sequence ${seed}`, () => runSequence(seed));

  async function runSequence(seed: number): Promise<void> {
    const random = repeatableRandom(seed);
    // No list that it picks from is empty.
    const pick = <Item>(from: readonly Item[]): Item => from[Math.floor(random('pick') * from.length)] as Item;
    const steps: ((phone: Phone) => Promise<unknown>)[] = [
      async (phone) => {
        await pressSend(phone);
        await atProfile(phone);
      },
      async (phone) => {
        phone.vote = pick(['up', 'down'] as const);
        await phone.page.goto(address(`/agenda/agenda/${phone.item}`));
        await voteButton(phone.page, `Vote ${phone.vote}`).click();
      },
      async (phone) => {
        await phone.page.goto(address(`/agenda/agenda/${phone.item}`));
        await phone.page.getByRole('button', { name: 'Save this session' }).click();
        phone.isSaved = !phone.isSaved;
      },
      // Adds a line to what this phone knows of the note.
      async ({ page }) => {
        await page.goto(address(NOTED));
        const note = page.getByRole('textbox', { name: 'Your note' });
        lines.push(`Line ${lines.length}.`);
        await note.fill(`${await note.inputValue()}\n${lines.at(-1)}`);
        await page.getByRole('button', { name: 'Save Note' }).click();
        await expect(note).not.toHaveAttribute('readonly');
      },
      ({ context }) => context.setOffline(true),
      ({ context }) => context.setOffline(false),
      ({ page }) => page.reload(),
      // A tab that is closed right after the button was pressed.
      async (phone) => {
        await pressSend(phone);
        await reopen(phone);
      },
      // A tab that is killed while it sends, before or after the server has stored it.
      async (phone) => {
        await phone.context.setOffline(false);
        const isDelivered = pick([true, false]);
        const { promise: reached, resolve } = Promise.withResolvers<void>();
        await phone.page.route('**/api/public/feedback', async (route) => {
          if (isDelivered) await route.fetch();
          resolve();
        });
        await pressSend(phone);
        await Promise.race([reached, atProfile(phone)]);
        await reopen(phone);
      },
    ];
    for (let step = 0; step < STEPS; step += 1) await pick(steps)(pick(phones));
    // The next sequence begins with another version of the app.
    const isUpdated = seed === SEQUENCES / 2;
    if (isUpdated) {
      await publishVersion(webFolder);
      await server.restart();
      // The start has loaded the event pack.
      await stageContent(server, PROGRAMME);
    }
    for (const phone of phones) {
      await phone.context.setOffline(false);
      await phone.page.goto(address('/profile'));
      if (isUpdated) await takeUpdate(phone.page);
    }
    for (const { page } of phones) await expect.poll(() => unsentOn(page)).toBe(0);
    const { db } = server.services;
    const stored = await db.selectFrom('feedback').select('message').execute();
    expect(stored.map(({ message }) => message).sort()).toEqual(messages.toSorted());
    const expected = phones.flatMap(({ item, vote }) => (vote ? [`${item} ${vote}`] : []));
    const rows = await db.selectFrom('saved_sessions').select('content_id').where('saved', '=', 1).execute();
    const saved = phones.filter(({ isSaved }) => isSaved).map(({ item }) => item);
    expect(rows.map(({ content_id }) => content_id).sort()).toEqual(saved.sort());
    const [row] = await db.selectFrom('own_notes').select('note').execute();
    const note = row?.note ?? '';
    for (const line of lines) expect(note).toContain(line);
    for (const { page } of phones) {
      await page.goto(address(NOTED));
      await expect(page.getByRole('textbox', { name: 'Your note' })).toHaveValue(note);
    }
    expect((await votes(server)).map((row) => `${row.content_id} ${row.vote}`).sort()).toEqual(expected.sort());
  }
});

async function takeUpdate(page: Page): Promise<void> {
  const version = page.locator('meta[name="version"]');
  const before = await version.getAttribute('content');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(version).not.toHaveAttribute('content', before ?? '');
}

/** How many writes this phone has kept. */
const unsentOn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('companion');
        opening.onsuccess = () => {
          const counting = opening.result.transaction('writes').objectStore('writes').count();
          counting.onsuccess = () => {
            opening.result.close();
            const journaled = Object.keys(localStorage).filter((key) => key.startsWith('write:'));
            resolve(counting.result + journaled.length);
          };
        };
      }),
  );
