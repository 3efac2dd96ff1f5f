import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { signInToConsole } from '@companion/testkit/signInToConsole';
import { signInAgain } from '@companion/testkit/staffBrowser';
import type { TestServer } from '@companion/testkit/testServer';
import type { Locator, Page } from '@playwright/test';

test.use({ viewport: { width: 1440, height: 900 } });

/** Opens a screen as an editor. @returns reads a session of the draft */
async function openAs(page: Page, server: TestServer, address: string) {
  const { id } = await signInToConsole(page, server, 'editor');
  const member = await signInAgain(server, id);
  await page.goto(address);
  return async (session: string) => {
    const { programme } = (await member.ask('getProgramme')).results;
    return programme.agenda.find((entry) => entry.id === session);
  };
}

const tile = (page: Page, name: string) => page.getByRole('button', { name }).and(page.locator('[aria-pressed]'));
/** Waits until it no longer moves, as it does when the page's font arrives. */
const hoverOver = (element: Locator) => element.hover({ position: { x: 20, y: 20 } });

test('a session is moved with the keyboard alone: the clash is named, Esc and Undo take it back', async ({
  page,
  server,
}) => {
  const read = await openAs(page, server, '/console/programme');
  const registration = tile(page, 'Registration and Breakfast');
  await registration.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByRole('status').filter({ hasText: '7:30 AM to 8:30 AM, Potomac Ballroom' })).toContainText(
    'Potomac Ballroom is taken by Opening Words',
  );
  await page.keyboard.press('Escape');
  await expect(registration).toContainText('7:00 – 8:00 AM');

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Tab');
  await expect.poll(() => read('registration')).toMatchObject({ start: '07:10', end: '08:15', room: 'Rotunda' });
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect.poll(() => read('registration')).toMatchObject({ start: '07:00', end: '08:00' });
  await expect(registration).toContainText('7:00 – 8:00 AM');
  await registration.press('Enter');
  await expectAccessible(page);
});

test('a session is dragged to another time and room, and moved by buttons, to another day too', async ({
  page,
  server,
}) => {
  const read = await openAs(page, server, '/console/programme');
  const registration = tile(page, 'Registration and Breakfast');
  await hoverOver(registration);
  const { x, y, height } = (await registration.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  const { width } = (await page.locator('[data-room="Rotunda"]').boundingBox()) ?? { width: 0 };
  await page.mouse.down();
  await page.mouse.move(x + 20 + 2 * width, y + 20 + height / 2, { steps: 3 });
  await page.mouse.up();
  await expect.poll(() => read('registration')).toMatchObject({ start: '07:30', end: '08:30', room: 'Cypress Room' });

  await registration.click();
  const bar = page.getByRole('region', { name: 'Selected: Registration and Breakfast' });
  await bar.getByRole('button', { name: 'Later' }).click();
  await bar.getByRole('button', { name: 'Shorter' }).click();
  await bar.getByLabel('Room').selectOption('Terrace');
  await expect.poll(() => read('registration')).toMatchObject({ start: '07:35', end: '08:30', room: 'Terrace' });

  await bar.getByLabel('Day').selectOption({ index: 2 });
  await expect(registration).toHaveCount(0);
  await expect.poll(() => read('registration')).toMatchObject({ day: '2', category: 'Day 2', start: '07:35' });
  // The notice of the change before has the same button.
  await expect(page.getByText('“Registration and Breakfast”: Day 2')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().press('Enter');
  await expect(registration).toBeVisible();
  await expect.poll(() => read('registration')).toMatchObject({ day: '1', category: 'Day 1' });
});

test('a session is dropped on the tab of another day, at its own time; a drop on its own day leaves it', async ({
  page,
  server,
}) => {
  const read = await openAs(page, server, '/console/programme');
  const registration = tile(page, 'Registration and Breakfast');
  const days = page.getByRole('navigation', { name: 'Days' }).getByRole('link');
  const dragTo = async (day: number) => {
    await hoverOver(registration);
    const tab = (await days.nth(day).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.down();
    await page.mouse.move(tab.x + tab.width / 2, tab.y + tab.height / 2, { steps: 5 });
    await expect(days.and(page.locator('[data-over]'))).toHaveText(new RegExp(`^Day ${day + 1}`));
    await page.mouse.up();
    await expect(page.locator('[data-over]')).toHaveCount(0);
  };
  await dragTo(0);
  await expect(registration).toContainText('7:00 – 8:00 AM');
  await dragTo(1);
  await expect(registration).toHaveCount(0);
  await expect.poll(() => read('registration')).toMatchObject({ day: '2', category: 'Day 2', start: '07:00' });
});

test('a phone lists the sessions, and finds one by its speaker', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, server, '/console/programme');
  await page.getByLabel('Search a session, a speaker or a room').fill('lenora');
  await expect(page.getByRole('link', { name: 'Registration and Breakfast' })).toHaveCount(0);
  await expect(page).toHaveURL(/q=lenora/);
  await page.getByRole('link', { name: 'Keynote: Built to Outlast' }).click();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Keynote: Built to Outlast Any Single Contract');
});

test('menu: Sessions is the page only on its own address, and a place above on those below it', async ({
  page,
  server,
}) => {
  await openAs(page, server, '/console/programme');
  const entry = page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Sessions' });
  await expect(entry).toHaveAttribute('aria-current', 'page');
  for (const below of ['import', 'set-up']) {
    await page.goto(`/console/programme/${below}`);
    await expect(entry).toHaveAttribute('aria-current', 'true');
  }
});

test('a session that is moved by two members at once: other fields merge, and the same one is asked about', async ({
  page,
  server,
}) => {
  const { id } = await signInToConsole(page, server, 'editor');
  const colleague = await signInAgain(server, id);
  await page.goto('/console/programme');
  const registration = tile(page, 'Registration and Breakfast');
  const read = async () =>
    (await colleague.ask('getProgramme')).results.programme.agenda.find((entry) => entry.id === 'registration');
  /** The colleague gives it another room while it is dragged, and the page has read that when it is dropped. */
  const drag = async ([dx, dy]: [number, number], from: string, to: string) => {
    await hoverOver(registration);
    const { x = 0, y = 0 } = (await registration.boundingBox()) ?? {};
    await page.mouse.down();
    await page.mouse.move(x + 20 + dx, y + 20 + dy, { steps: 3 });
    const isRead = page.waitForResponse((response) => response.url().endsWith('/api/staff/programme'));
    const edit = { op: 'set', list: 'agenda', id: 'registration', field: 'room', from, to };
    await colleague.ask('editProgramme', { body: { edits: [edit] } });
    await isRead;
    // The page shows it.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
    await page.mouse.up();
  };
  const { width = 0 } = (await page.locator('[data-room="Rotunda"]').boundingBox()) ?? {};
  await drag([width, 0], 'Rotunda', 'Side Room');
  const dialog = page.getByRole('dialog', { name: 'Another member was faster' });
  await expect(dialog).toContainText('Side Room');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await read()).toMatchObject({ room: 'Side Room' });

  const { height = 0 } = (await registration.boundingBox()) ?? {};
  await drag([0, height / 2], 'Side Room', 'Winter Garden');
  await expect.poll(read).toMatchObject({ start: '07:30', end: '08:30', room: 'Winter Garden' });
});
