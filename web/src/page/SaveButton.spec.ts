import { filter, openAt, SUMMIT, titles } from '@companion/testkit/agendaPage';
import { alignClocks } from '@companion/testkit/alignClocks';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { goOffline } from '@companion/testkit/goOffline';
import { holdCalls } from '@companion/testkit/holdCalls';
import { loseAnswers } from '@companion/testkit/loseAnswers';
import { stageContent } from '@companion/testkit/stageContent';
import type { TestServer } from '@companion/testkit/testServer';
import type { Page } from '@playwright/test';

const save = (page: Page, title: string) => page.getByRole('button', { name: `Save ${title}`, exact: true });
const pressed = (page: Page, title: string, value: 'true' | 'false') =>
  expect(save(page, title)).toHaveAttribute('aria-pressed', value);
const stored = ({ services: { db } }: TestServer) =>
  db.selectFrom('saved_sessions').select(['content_id', 'saved']).orderBy('content_id').execute();

test('save: on the agenda, offline too, kept over a reload, under Mine and on the dashboard (decision 069)', async ({
  page,
  server,
}) => {
  await stageContent(server, SUMMIT);
  await server.signIn(page);
  await openAt(page, '2026-06-09T12:00:00Z');
  await filter(page, 'Mine').click();
  await expect(page.getByText('You have not saved a session yet.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show the whole agenda' }).click();
  await pressed(page, 'Law', 'false');
  await save(page, 'Law').click();
  await pressed(page, 'Law', 'true');
  await expect.poll(() => stored(server)).toEqual([{ content_id: 'Law', saved: 1 }]);

  await goOffline(page);
  await save(page, 'Panel').click();
  await save(page, 'Keynote').click();
  await save(page, 'Keynote').click();
  await save(page, 'Closing').click();
  await pressed(page, 'Panel', 'true');
  await pressed(page, 'Keynote', 'false');
  await filter(page, 'Mine').click();
  await expect(titles(page)).toHaveText(['Panel', 'Law', 'Closing']);
  await expect(page.getByRole('article').filter({ hasText: 'Overlaps with Law' })).toHaveCount(1);
  // The row goes with the button that had the focus.
  await save(page, 'Panel').press('Space');
  await expect(titles(page)).toHaveText(['Law', 'Closing']);
  await expect(save(page, 'Law')).toBeFocused();
  await save(page, 'Closing').press('Space');
  await expect(titles(page)).toHaveText(['Law']);
  await expect(save(page, 'Law')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(titles(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await filter(page, 'Mine').click();
  for (const title of ['Panel', 'Law', 'Closing']) await save(page, title).click();
  await filter(page, 'Mine').click();
  await page.context().setOffline(false);
  await page.reload();
  await expect(titles(page)).toHaveText(['Panel', 'Law', 'Closing']);
  await expect
    .poll(() => stored(server))
    .toEqual([
      { content_id: 'Closing', saved: 1 },
      { content_id: 'Keynote', saved: 0 },
      { content_id: 'Law', saved: 1 },
      { content_id: 'Panel', saved: 1 },
    ]);

  await page.getByRole('link', { name: 'Home' }).click();
  const next = page.getByRole('heading', { name: 'Your next' });
  await expect(next).toBeVisible();
  await expect(page.getByText('10:15 AM ET', { exact: true }).last()).toBeVisible();
  await expectAccessible(page);
  // Law and Panel begin together; then what begins after them.
  await page.getByRole('list').getByRole('button', { name: 'Save Law' }).click();
  await page.getByRole('list').getByRole('button', { name: 'Save Panel' }).click();
  const region = page.getByRole('region', { name: 'Now and next' });
  await expect(region.getByRole('article').last()).toContainText('Closing');
});

test('save: on the page of a session and of its speaker; nothing is saved of a speaker', async ({ page, server }) => {
  await stageContent(server, SUMMIT);
  await server.signIn(page);
  await page.goto('/agenda/agenda/Keynote');
  const button = page.getByRole('button', { name: 'Save this session' });
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('link', { name: /Ada Speaker/ }).click();
  await pressed(page, 'Keynote', 'true');
  await expect(button).toHaveCount(0);
  await save(page, 'Keynote').click();
  await expect.poll(() => stored(server)).toEqual([{ content_id: 'Keynote', saved: 0 }]);
});

test.describe('of the demo event', () => {
  test.use({ reuseServer: true });

  test('save: it shows in the frame that follows the tap, before the server has answered', async ({ page, server }) => {
    await server.signIn(page);
    await page.goto('/agenda/agenda/opening');
    const button = page.getByRole('button', { name: 'Save this session' });
    await expect(button).toHaveAttribute('aria-pressed', 'false');
    let asked = 0;
    // Never answered.
    await page.route('**/api/public/content/saved', () => {
      asked += 1;
    });
    const shown = await button.evaluate((element: HTMLButtonElement) => {
      element.click();
      const { promise, resolve } = Promise.withResolvers<string | null>();
      // Runs just before the next frame is drawn.
      requestAnimationFrame(() => resolve(element.getAttribute('aria-pressed')));
      return promise;
    });
    expect(shown).toBe('true');
    await expect.poll(() => asked).toBeGreaterThan(0);
    await expect(button).toHaveAttribute('aria-pressed', 'true');
  });

  test('own calendar: the attendee makes an address for it, replaces it and ends it', async ({ page, server }) => {
    await server.signIn(page);
    await page.goto('/agenda');
    await page.getByRole('button', { name: 'Calendar' }).click();
    await page.getByRole('link', { name: 'Saved Sessions Only' }).click();
    await expect(page.getByRole('heading', { name: 'In your calendar' })).toBeFocused();
    // Going back leads to the link that was opened.
    const up = page.getByRole('main').getByRole('link', { name: 'Profile' });
    await up.click();
    await expect(page).toHaveURL('/profile');
    await page.goBack();
    await expect(up).toBeFocused();
    await page.getByRole('button', { name: 'Make an Address' }).click();
    const address = page.getByRole('textbox', { name: 'Address of your calendar' });
    await expect(address).toBeVisible();
    await expect(page.getByRole('heading', { name: 'In your calendar' })).toBeFocused();
    const first = await address.inputValue();
    expect((await fetch(first)).status).toBe(200);
    await expect(page.getByRole('link', { name: 'Subscribe' })).toHaveAttribute(
      'href',
      first.replace('http:', 'webcal:'),
    );
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Replace the Address' }).click();
    await expect(address).not.toHaveValue(first);
    const second = await address.inputValue();
    expect([(await fetch(first)).status, (await fetch(second)).status]).toEqual([404, 200]);

    // Replaced, without an answer that says so: an address that has ended does not stay.
    await loseAnswers(page, '**/calendar/own', (request) => request.method() === 'POST');
    await page.getByRole('button', { name: 'Replace the Address' }).click();
    await expect.poll(async () => (await fetch(await address.inputValue())).status).toBe(200);
    await expect(address).not.toHaveValue(second);
    await page.getByRole('button', { name: 'End the Address' }).click();
    await expect(page.getByRole('button', { name: 'Make an Address' })).toBeVisible();
    expect((await fetch(second)).status).toBe(404);
  });
});

test('save: a double tap under Mine lets go of one session, and what has no time is not denied', async ({
  page,
  server,
}) => {
  await stageContent(server, [...SUMMIT, { id: 'Untimed' }]);
  await server.signIn(page);
  await page.goto('/agenda');
  for (const title of ['Keynote', 'Panel', 'Law']) await save(page, title).click();
  await filter(page, 'Mine').click();
  await expect(titles(page)).toHaveText(['Keynote', 'Panel', 'Law']);
  const place = await save(page, 'Keynote').boundingBox();
  /** A tap there, so many milliseconds after the first: a busy machine may take longer. */
  const tap = (timeStamp: number) =>
    page.evaluate(
      ([box, at]) => {
        const [clientX, clientY] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
        const click = new MouseEvent('click', { bubbles: true, detail: 1, clientX, clientY });
        Object.defineProperty(click, 'timeStamp', { value: at });
        document.elementFromPoint(clientX, clientY)?.closest('button')?.dispatchEvent(click);
      },
      [place, 1e6 + timeStamp] as const,
    );
  await tap(0);
  await expect(titles(page)).toHaveText(['Panel', 'Law']);
  // It falls on the row that has moved up.
  await tap(150);
  await expect(titles(page)).toHaveText(['Panel', 'Law']);
  await expect.poll(() => stored(server)).toContainEqual({ content_id: 'Keynote', saved: 0 });

  // Elsewhere, and by a key, it is a press of its own.
  await save(page, 'Law').press('Enter');
  await expect(titles(page)).toHaveText(['Panel']);
  await save(page, 'Panel').press('Enter');
  await expect(page.getByText('You have not saved a session yet.')).toBeVisible();
  await page.goto('/search#q=untimed');
  await save(page, 'Untimed').click();
  await expect.poll(() => stored(server)).toContainEqual({ content_id: 'Untimed', saved: 1 });
  await page.goto('/agenda');
  await expect(page.getByText('What you have saved has no time yet.')).toBeVisible();
});

test('save: a tap is kept when the page is left before the code that sends has loaded (decision 039)', async ({
  page,
  server,
}) => {
  await stageContent(server, SUMMIT);
  await server.signIn(page);
  await page.route('**/assets/writes-*.js', () => {});
  await openAt(page, '2026-06-09T12:00:00Z');
  await save(page, 'Law').click();
  await pressed(page, 'Law', 'true');
  await page.unrouteAll();

  await page.reload();

  await pressed(page, 'Law', 'true');
  await expect.poll(() => stored(server)).toEqual([{ content_id: 'Law', saved: 1 }]);
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('write:'))))
    .toEqual([]);
});

/** Opens the agenda without the code that sends. @returns a function that lets it load */
async function openWithoutQueue(page: Page, server: TestServer): Promise<() => void> {
  await stageContent(server, SUMMIT);
  const loadCode = await holdCalls(page, '**/assets/writes-*.js');
  await openAt(page, '2026-06-09T12:00:00Z');
  return loadCode;
}

test('save: the write that the last tap has put into the journal is sent, and no other (decision 039)', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  const loadCode = await openWithoutQueue(page, server);
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/content/saved')) sent += 1;
  });
  // Local storage tells the other pages of an origin what one has written.
  const other = await page.context().newPage();
  await other.goto('/health/ready');
  const journaled = await other.evaluateHandle(() => {
    const events: string[] = [];
    addEventListener('storage', ({ key, newValue }) => {
      if (key?.startsWith('write:')) events.push(newValue === null ? 'dropped' : 'written');
    });
    return events;
  });

  await save(page, 'Law').click();
  await expect.poll(() => journaled.jsonValue()).toEqual(['written']);
  await save(page, 'Law').click();
  await expect.poll(() => journaled.jsonValue()).toEqual(['written', 'written', 'dropped']);
  loadCode();

  await expect.poll(() => stored(server)).toEqual([{ content_id: 'Law', saved: 0 }]);
  await expect.poll(() => journaled.jsonValue()).toEqual(['written', 'written', 'dropped', 'dropped']);
  expect(sent).toBe(1);
});

test('save: a tap that another tab has sent does not come after a later one there (decision 039)', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  const loadCode = await openWithoutQueue(page, server);
  await save(page, 'Law').click();
  await pressed(page, 'Law', 'true');
  const other = await page.context().newPage();
  await openAt(other, '2026-06-09T12:00:00Z');
  await expect.poll(() => stored(server)).toEqual([{ content_id: 'Law', saved: 1 }]);
  await pressed(other, 'Law', 'true');
  await save(other, 'Law').click();
  await expect.poll(() => stored(server)).toEqual([{ content_id: 'Law', saved: 0 }]);

  loadCode();

  await pressed(page, 'Law', 'false');
  expect(await stored(server)).toEqual([{ content_id: 'Law', saved: 0 }]);
});

test('save: the tap on a session that is over is not shown on the next one in its place', async ({ page, server }) => {
  await stageContent(server, SUMMIT);
  await server.signIn(page);
  await page.route('**/assets/writes-*.js', () => {});
  await alignClocks(page);
  await page.clock.install({ time: new Date('2026-06-09T13:30:00Z') });
  await page.goto('/dashboard');
  const button = page.getByRole('region', { name: 'Now and next' }).getByRole('button', { name: /^Save/ }).first();
  await expect(button).toHaveAccessibleName('Save Keynote');
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await page.clock.fastForward('45:01');
  await expect(button).not.toHaveAccessibleName('Save Keynote');
  await expect(button).toHaveAttribute('aria-pressed', 'false');
});
