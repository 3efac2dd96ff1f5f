import type { Credentials } from '@companion/contract/session';
import { expect, test } from '@companion/testkit/browserTest';
import { comment, KEYNOTE, openItem, PROGRAMME, voteButton, votes } from '@companion/testkit/contentItemPage';
import { goOffline } from '@companion/testkit/goOffline';
import { readSignIn } from '@companion/testkit/readSignIn';
import { stageContent } from '@companion/testkit/stageContent';
import type { TestServer } from '@companion/testkit/testServer';
import { untilQuiet } from '@companion/testkit/untilQuiet';
import type { Page } from '@playwright/test';

test.use({ serviceWorkers: 'allow' });

/** In everything that Anna types. */
const TYPED = 'zebrafish';
const marksOf = ({ profile: { id, email, phone, lastName } }: Credentials) => [TYPED, id, email, phone, lastName];

async function signIn(page: Page, server: TestServer, { profile: { phone } }: Credentials): Promise<void> {
  await page.getByLabel('Phone Number').fill(phone);
  await page.getByRole('button', { name: 'Create Account or Sign In' }).click();
  const code = page.getByLabel('Verification code');
  await expect(code).toBeVisible();
  const digits = phone.replace(/\D/g, '');
  const sms = (await server.outbox()).find(({ to }) => to.replace(/\D/g, '').endsWith(digits));
  await code.fill(readSignIn(sms?.text ?? '').code);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}

/** Where a tab, or what the browser keeps for all tabs, has one of these texts. */
const placesOf = (page: Page, texts: string[]): Promise<string[]> =>
  page.evaluate(async (sought) => {
    const kept = new Map([
      ['page', document.documentElement.outerHTML],
      ['title', document.title],
      ['address', location.href],
      ['entry of the history', JSON.stringify(history.state)],
    ]);
    const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
    kept.set('fields', Array.from(fields, ({ value }) => value).join('\n'));
    for (const storage of [localStorage, sessionStorage]) {
      for (const [key, value] of Object.entries(storage)) kept.set(`storage ${key}`, `${key} ${value}`);
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) {
        kept.set(`cache ${url}`, `${url} ${await (await cache.match(url))?.text()}`);
      }
    }
    const done = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const objects = database.transaction(store).objectStore(store);
        const [keys, values] = [objects.getAllKeys(), objects.getAll()];
        kept.set(`database ${store}`, JSON.stringify([await done(keys), await done(values)]));
      }
      database.close();
    }
    return [...kept].filter(([, text]) => sought.some((one) => text.includes(one))).map(([place]) => place);
  }, texts);

test('shared phone: after a sign-out the next person finds nothing of the one before, in no tab, storage or entry of the history', async ({
  page,
  context,
  server,
}) => {
  await stageContent(server, PROGRAMME);
  const anna = await server.registerProved({ firstName: 'Anna', lastName: 'Quimbly' });
  const bob = await server.registerProved({ firstName: 'Bob', lastName: 'Tern' });
  const marks = marksOf(anna);
  await page.goto('/login');
  await signIn(page, server, anna);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.goto(KEYNOTE);
  await comment(page).fill(`A comment, ${TYPED}`);
  await page.getByLabel('Your note').fill(`A note, ${TYPED}`);
  await page.getByRole('button', { name: 'Save Note' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'saved' })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill(`keynote ${TYPED}`);
  await page.goto('/profile/my-things');
  await page.getByRole('button', { name: 'Make an Address' }).click();
  marks.push(await page.getByLabel('Address of your calendar').inputValue());
  const other = await context.newPage();
  await other.goto('/search');
  await other.getByRole('searchbox').fill(TYPED);
  await expect.poll(() => placesOf(other, [TYPED])).not.toEqual([]);

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('link', { name: 'Sign Out' }).click();
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL('/login');
    await expect.poll(() => placesOf(tab, marks)).toEqual([]);
  }

  await signIn(page, server, bob);
  await expect(other.getByRole('searchbox')).toHaveValue('');
  expect(await placesOf(other, marks)).toEqual([]);
  // To the first screen that Anna saw. The entry before is that of the new tab.
  for (const path of ['/profile', '/profile/my-things', '/search', KEYNOTE, '/dashboard']) {
    await page.goBack();
    await expect(page).toHaveURL(path);
    await untilQuiet(page);
    expect(await placesOf(page, marks), path).toEqual([]);
  }
});

test('shared phone: when somebody else signs in after the session has ended, what waits is neither shown nor sent, and they are told that it is deleted', async ({
  page,
  context,
  server,
}) => {
  const anna = await openItem(page, server);
  const bob = await server.registerProved({ firstName: 'Bob', lastName: 'Tern' });
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  // What keeps a write loads after the first screen.
  await untilQuiet(page);
  await goOffline(page);
  await voteButton(page, 'Vote up').click();
  await expect(page.getByText('Your vote is waiting to send.')).toBeVisible();
  // As when the staff merges the account into another one, or erases it.
  await server.services.db.deleteFrom('sessions').where('account_id', '=', anna.profile.id).execute();
  await context.setOffline(false);
  await expect(page.getByText('Another sign-in deletes it.')).toBeVisible();

  await signIn(page, server, bob);
  await expect(page.getByRole('alert').filter({ hasText: 'It is deleted.' })).toBeVisible();
  await page.goto(KEYNOTE);
  await expect(voteButton(page, 'Vote up')).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => placesOf(page, marksOf(anna))).toEqual([]);
  expect(await votes(server)).toEqual([]);
});
