import { expect, test } from '@companion/testkit/browserTest';
import { openConsoleBeside } from '@companion/testkit/signInToConsole';
import { tabTo } from '@companion/testkit/tabTo';

const SESSION = 'Registration and Breakfast';

test('keyboard alone: what an editor moves and publishes shows at its new time on an open phone, in the agenda and in what is saved, and stays saved; before, nothing changes', async ({
  page,
  browser,
  server,
}) => {
  await server.signIn(page);
  await page.goto('/agenda');
  const session = page.getByRole('listitem').filter({ hasText: SESSION }).last();
  const save = session.getByRole('button', { name: `Save ${SESSION}` });
  await save.click();
  await expect
    .poll(() => server.services.db.selectFrom('saved_sessions').select('saved').execute())
    .toEqual([{ saved: 1 }]);
  await page.getByRole('button', { name: 'Mine' }).click();
  await expect(session).toContainText('until 8:00 AM');

  const console = await openConsoleBeside(browser, server, 'editor');
  const { keyboard } = console;
  await console.goto('/console/programme');
  await tabTo(console, console.getByRole('button', { name: SESSION }));
  await keyboard.press('ArrowUp');
  await keyboard.press('Tab');
  await expect(console.getByText('2 changes are not published.')).toBeVisible();
  await expect(session).toContainText('until 8:00 AM');

  await tabTo(console, console.getByRole('link', { name: 'Review and publish' }), 'Shift+Tab');
  await keyboard.press('Enter');
  await expect(console.getByRole('region', { name: 'What would change' })).toContainText(SESSION);
  await tabTo(console, console.getByRole('button', { name: 'Publish now' }));
  await keyboard.press('Enter');
  await expect(console.getByText('Everything is published.')).toBeVisible();
  await expect(session).toContainText('until 7:55 AM');
  await expect(save).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await expect(session).toContainText('until 7:55 AM');
  await console.context().close();
});
