import { expect, test } from '@companion/testkit/browserTest';
import { KEYNOTE, PROGRAMME } from '@companion/testkit/contentItemPage';
import { stageContent } from '@companion/testkit/stageContent';

test('share: the share sheet gets the title and the link alone, which opens the item after the sign-in (decision 073)', async ({
  page,
  server,
}) => {
  await page.addInitScript(() => {
    const shared: unknown[] = [];
    Object.assign(navigator, {
      shared,
      share: async (data: unknown) => {
        shared.push(data);
        if (shared.length > 1) throw new DOMException('', shared.length > 2 ? 'NotAllowedError' : 'AbortError');
      },
    });
  });
  await stageContent(server, PROGRAMME);
  const { profile } = await server.signIn(page);
  await page.goto(`${KEYNOTE}?x=secret#part`);
  const share = page.getByRole('button', { name: 'Share' });
  await share.click();
  const link = `${server.url}${KEYNOTE}`;
  const shared = () => page.evaluate(() => Reflect.get(navigator, 'shared'));
  expect(await shared()).toEqual([{ title: 'Keynote', url: link }]);
  // The person closes the sheet.
  await share.click();
  await expect.poll(async () => (await shared()).length).toBe(2);
  await expect(page).toHaveURL(/keynote\?x=secret/);
  // The system cannot share.
  await share.click();
  await expect(page).toHaveURL(`${KEYNOTE}/share`);

  await page.goto('/logout');
  await expect(page).toHaveURL('/login');
  await page.goto(link);
  await page.getByLabel('Phone Number').fill(profile.phone);
  await page.getByRole('button').click();
  await expect(page.getByLabel('Verification code')).toBeVisible();
  const [sms] = await server.outbox();
  await page.getByLabel('Verification code').fill(/\d{6}/.exec(sms?.text ?? '')?.[0] ?? '');
  await expect(page).toHaveURL(KEYNOTE);
  await expect(page.getByRole('heading', { name: 'Keynote' })).toBeVisible();
});
