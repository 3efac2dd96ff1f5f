import { answerAs } from '@companion/testkit/answerAs';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { floodFrom } from '@companion/testkit/floodFrom';
import { hostPoll } from '@companion/testkit/hostPoll';
import { signInToConsole } from '@companion/testkit/signInToConsole';
import { signedInMember } from '@companion/testkit/staffBrowser';

test.use({ viewport: { width: 1280, height: 800 } });

const POLL = { campaignId: 'stage-polls-day-1', questionId: 'first-call' };

test('overview: a flood is reported with its network, previewed, dismissed, and undone from the list of dismissals', async ({
  page,
  server,
}) => {
  await hostPoll(server.services, POLL, { state: 'open', isOnStage: true, shownTo: 'staff' });
  const { access_token } = await server.registerProved();
  await answerAs(server, access_token, { ...POLL, answers: [2] });
  const invented = await floodFrom(server);
  await Promise.all(invented.map((token) => answerAs(server, token, { ...POLL, answers: [1] })));
  await signInToConsole(page, server, 'host');
  const { browser: host } = await signedInMember(server, 'host');
  const counted = async () => (await host.ask('getPollResults', { params: POLL })).results.total.n;
  const n = invented.length;
  expect(await counted()).toBe(n + 1);

  await page.goto('/console');
  const warning = page.getByRole('complementary', { name: 'Warning about 127.0.0.0/24' });
  await expect(warning.getByRole('alert')).toContainText('come in faster than people can send them');
  await expect(warning.getByRole('alert')).toContainText('Registrations');
  await expect(warning).toContainText(`${n} unconfirmed accounts and ${n} answers.`);
  await expectAccessible(page);
  await warning.getByRole('button', { name: 'Dismiss these accounts…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dismiss everything of these accounts?' });
  await expect(dialog).toContainText(`Accounts${n}`);
  await expect(dialog).toContainText(`Answers${n}`);
  await expect(dialog).toContainText('Questions from the hall0');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(warning.getByRole('button', { name: 'Dismiss these accounts…' })).toBeFocused();
  expect(await counted()).toBe(n + 1);
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Dismiss', exact: true }).click();

  await expect(page.getByRole('status', { name: 'Notices' })).toContainText(
    `Everything of ${n} accounts is dismissed.`,
  );
  await expect(warning).toHaveCount(0);
  expect(await counted()).toBe(1);
  const dismissal = page.getByRole('region', { name: 'Dismissed accounts' }).getByRole('listitem');
  await expect(dismissal).toContainText(`${n} accounts of 127.0.0.0/24`);
  await expect(dismissal).toContainText('Dismissed by The host');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await page.reload();
  await dismissal.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(dismissal).toContainText('undone');
  await expect(dismissal).toBeFocused();
  await expect(dismissal.getByRole('button')).toHaveCount(0);
  expect(await counted()).toBe(n + 1);
  await expect(warning).toBeVisible();
});

test('overview: the question whether to dismiss a flood stays while the flood grows', async ({ page, server }) => {
  await floodFrom(server);
  await signInToConsole(page, server, 'host');
  await page.goto('/console');
  const warning = page.getByRole('complementary', { name: 'Warning about 127.0.0.0/24' });
  await warning.getByRole('button', { name: 'Dismiss these accounts…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dismiss everything of these accounts?' });
  await expect(dialog).toBeVisible();
  const earlier = server.clock.now() - 5000;
  const read = page.waitForResponse(async (response) =>
    (await response.text().catch(() => '')).includes(`"since":"${new Date(earlier).toISOString()}"`),
  );
  const { db } = server.services;
  const { id } = await db.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
  await db.updateTable('accounts').set({ created_at: earlier }).where('id', '=', id).execute();
  await read;
  await expect(warning).toBeVisible();
  await dialog.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await expect(page.getByRole('status', { name: 'Notices' })).toContainText('accounts is dismissed.');
  await expect(dialog).toHaveCount(0);
});
