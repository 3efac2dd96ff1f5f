import { expect, test } from '@companion/testkit/browserTest';
import { signInToConsole } from '@companion/testkit/signInToConsole';
import { signInAgain } from '@companion/testkit/staffBrowser';

test('a session that an editor moves shows at its new time on a phone that is open, once it is published', async ({
  page,
  browser,
  server,
}) => {
  await server.signIn(page);
  await page.goto('/agenda');
  const session = page.getByRole('listitem').filter({ hasText: 'Registration and Breakfast' }).last();
  await expect(session).toBeVisible();

  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
  const console = await context.newPage();
  const { id } = await signInToConsole(console, server, 'editor');
  const member = await signInAgain(server, id);
  await console.goto('/console/programme');
  await console.getByRole('button', { name: 'Registration and Breakfast' }).focus();
  await console.keyboard.press('ArrowUp');
  await console.keyboard.press('Tab');
  await expect(console.getByText('2 changes are not published.')).toBeVisible();
  await expect(session).toContainText('until 8:00 AM');

  const { version } = (await member.ask('getProgramme')).results.draft;
  await member.ask('publishProgramme', { body: { version } });
  await expect(console.getByText('Everything is published.')).toBeVisible();
  await expect(session).toContainText('until 7:55 AM');
  await context.close();
});
