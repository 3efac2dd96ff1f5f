import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { confirmPhone, phoneCard } from '@companion/testkit/confirmPhone';
import { KEYNOTE, PROGRAMME } from '@companion/testkit/contentItemPage';
import { stageContent } from '@companion/testkit/stageContent';

test('share: without a share sheet, a screen sends the link by mail or SMS and copies it (decision 073)', async ({
  page,
  context,
  server,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 320, height: 640 });
  await stageContent(server, PROGRAMME);
  await server.signIn(page, await server.registerProved());
  const link = `${server.url}${KEYNOTE}`;
  await page.goto(KEYNOTE);
  await page.getByRole('link', { name: 'Share' }).click();
  await expect(page).toHaveURL(`${KEYNOTE}/share`);
  await expect(page.getByRole('textbox', { name: 'Link' })).toHaveValue(link);
  await page.getByRole('button', { name: 'Copy Link' }).click();
  await expect(page.getByText('The link is copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);

  const to = page.getByRole('textbox', { name: 'Email or Phone Number' });
  const send = page.getByRole('button', { name: 'Send Link' });
  await send.click();
  await expect(page.getByText('Required')).toBeVisible();
  await expect(to).toBeFocused();
  for (const [wrong, message] of [
    ['someone@', 'Invalid email address'],
    ['12345', 'Invalid Phone Number'],
    ['Jordan', 'Enter an email address or a phone number.'],
  ] as const) {
    await to.fill(wrong);
    await to.press('Enter');
    await expect(page.getByText(message, { exact: true })).toBeVisible();
  }
  await expectAccessible(page);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  for (const [recipient, kind, address] of [
    ['friend@example.com', 'mail', 'friend@example.com'],
    ['(202) 555-0177', 'sms', '+12025550177'],
  ] as const) {
    await to.fill(recipient);
    await to.press('Enter');
    await expect(to).toHaveValue('');
    const [message] = await server.outbox();
    expect(message).toMatchObject({ kind, to: address, text: expect.stringContaining(link) });
  }
});

test('share: a text asks for the own phone number first, where it is not confirmed, and what was typed stays (decision 073)', async ({
  page,
  server,
}) => {
  await stageContent(server, PROGRAMME);
  await server.signIn(page);
  await page.goto(`${KEYNOTE}/share`);
  const to = page.getByRole('textbox', { name: 'Email or Phone Number' });
  await to.fill('(202) 555-0177');
  await to.press('Enter');
  await expect(phoneCard(page)).toContainText('Then you can share by text.');
  await expectAccessible(page);

  await confirmPhone(page, server);
  await expect(to).toHaveValue('(202) 555-0177');
  await page.getByRole('button', { name: 'Send Link' }).click();

  await expect(page.getByText('Your message has been sent.')).toBeVisible();
  expect((await server.outbox())[0]).toMatchObject({ kind: 'sms', to: '+12025550177' });
});

test('share: back leads to the item as it was, and a link that the browser does not copy is selected', async ({
  page,
  server,
}) => {
  await stageContent(server, PROGRAMME);
  await server.signIn(page);
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await page.goto('/agenda');
  await page.getByRole('link', { name: 'Keynote' }).click();
  await page.getByRole('link', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Copy Link' }).click();
  await expect(page.getByText('Your browser does not allow the app to copy.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Link' })).toBeFocused();
  const lengthBefore = await page.evaluate(() => history.length);

  await page.getByRole('main').getByRole('link', { name: 'Back' }).click();

  await expect(page).toHaveURL(KEYNOTE);
  await expect(page.getByRole('button', { name: 'Back to Agenda' })).toBeVisible();
  expect(await page.evaluate(() => history.length)).toBe(lengthBefore);
});
