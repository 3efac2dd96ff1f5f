import { expect, test } from '@companion/testkit/browserTest';
import { signInToConsole } from '@companion/testkit/signInToConsole';
import { tabTo } from '@companion/testkit/tabTo';

test('keyboard alone: a session that an editor moves and publishes shows at its new time on a phone that is open', async ({
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
  const { keyboard } = console;
  await signInToConsole(console, server, 'editor');
  await console.goto('/console/programme');
  await tabTo(console, console.getByRole('button', { name: 'Registration and Breakfast' }));
  await keyboard.press('ArrowUp');
  await keyboard.press('Tab');
  await expect(console.getByText('2 changes are not published.')).toBeVisible();
  await expect(session).toContainText('until 8:00 AM');

  await tabTo(console, console.getByRole('link', { name: 'Review and publish' }), 'Shift+Tab');
  await keyboard.press('Enter');
  await expect(console.getByRole('region', { name: 'What would change' })).toContainText('Registration and Breakfast');
  await tabTo(console, console.getByRole('button', { name: 'Publish now' }));
  await keyboard.press('Enter');
  await expect(console.getByText('Everything is published.')).toBeVisible();
  await expect(session).toContainText('until 7:55 AM');
  await context.close();
});

test('a saved session: what staff publish shows on its open phone, in what is saved, and stays saved; before, nothing changes', async ({
  page,
  browser,
  server,
}) => {
  await server.signIn(page);
  await page.goto('/agenda');
  const session = page.getByRole('listitem').filter({ hasText: 'Registration and Breakfast' }).last();
  const save = session.getByRole('button', { name: 'Save Registration and Breakfast' });
  await save.click();
  await expect
    .poll(() => server.services.db.selectFrom('saved_sessions').select('saved').execute())
    .toEqual([{ saved: 1 }]);
  await page.getByRole('button', { name: 'Mine' }).click();
  await expect(session).toContainText('until 8:00 AM');

  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
  const console = await context.newPage();
  await signInToConsole(console, server, 'editor');
  await console.goto('/console/programme');
  await console.getByRole('button', { name: 'Registration and Breakfast' }).press('ArrowUp');
  await expect(console.getByText('2 changes are not published.')).toBeVisible();
  await expect(session).toContainText('until 8:00 AM');
  await console.getByRole('link', { name: 'Review and publish' }).click();
  await console.getByRole('button', { name: 'Publish now' }).click();
  await expect(session).toContainText('until 7:55 AM');
  await expect(save).toHaveAttribute('aria-pressed', 'true');
  await context.close();
});
