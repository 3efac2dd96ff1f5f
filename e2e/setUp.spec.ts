import { expect, test } from '@companion/testkit/browserTest';
import { openConsoleBeside } from '@companion/testkit/signInToConsole';
import type { Page } from '@playwright/test';

test.use({ eventPack: 'none' });

const SET_UP = '/console/programme/set-up';

test('set-up: an owner goes through the steps of an empty console, and a phone shows the session that was entered by hand', async ({
  page,
  browser,
  server,
}) => {
  const console = await openConsoleBeside(browser, server, 'owner');
  await console.goto('/console/programme');
  await expect(console.getByText('Nothing is published yet.')).toBeVisible();
  await console.getByRole('link', { name: 'Set up the event' }).click();

  await follow(console, 'Fill in: 1. The event');
  await fill(console, {
    Name: 'Harvest Gathering',
    Host: 'Cedar & Stone LLC',
    Tagline: 'One day at the river',
    'First day': '2031-05-06',
    'Number of days': '1',
    'Time zone': 'America/Chicago',
  });
  await save(console, 'Save', 'The event is saved.');
  await expectDone(console, '1. The event');

  await follow(console, 'By hand: 2. Sessions');
  await console.getByLabel('Day', { exact: true }).selectOption('1');
  await fill(console, { Title: 'Opening at the River', Start: '9:00', End: '10:30', Room: 'Long House' });
  await save(console, 'Add', 'The session is added.');
  await expectDone(console, '2. Sessions: 1 session');

  await follow(console, 'Write: 5. Texts');
  await console.getByRole('textbox', { name: 'Privacy policy' }).fill('We keep **what you enter** until June.');
  await save(console, 'Save', 'The texts are saved.');
  await expectDone(console, '5. Texts');

  await follow(console, 'Review and publish: 6. Publish');
  await console.getByRole('button', { name: 'Publish now' }).click();
  await expect(console.getByText('Everything is published.')).toBeVisible();
  await expectDone(console, '6. Publish');
  await console.context().close();

  await server.signIn(page);
  await page.goto('/agenda');
  const session = page.getByRole('listitem').filter({ hasText: 'Opening at the River' }).last();
  await expect(session).toContainText('until 10:30 AM');
  await expect(session).toContainText('Long House');
  await expect(page.getByRole('main')).toContainText(/9:00\s*AM CT/);
});

/** Follows the link of a step. */
const follow = (console: Page, name: string) => console.getByRole('link', { name }).click();

async function fill(console: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await console.getByLabel(label, { exact: true }).fill(value);
}

async function save(console: Page, action: 'Save' | 'Add', done: string): Promise<void> {
  await console.getByRole('button', { name: action, exact: true }).click();
  await expect(console.getByRole('status', { name: 'Notices' })).toContainText(done);
}

/** Goes back to the steps. */
async function expectDone(console: Page, step: string): Promise<void> {
  await console.goto(SET_UP);
  await expect(console.getByRole('listitem').filter({ hasText: step })).toContainText(`Done: ${step}`);
}
