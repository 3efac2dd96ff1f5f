import { expect, test } from '@companion/testkit/browserTest';
import { KEYNOTE, PROGRAMME } from '@companion/testkit/contentItemPage';
import { stageContent } from '@companion/testkit/stageContent';

test('unsent: editing a message that was not accepted replaces no text that is typed and not sent', async ({
  page,
  server,
}) => {
  await stageContent(server, PROGRAMME);
  const { profile } = await server.signIn(page);
  const [first, second] = ['Why now?', 'And then?'];
  await page.goto('/robots.txt');
  // Not accepted, on a page that was closed.
  await page.evaluate(
    ([accountId, ...texts]) => {
      for (const [index, text] of texts.entries()) {
        const write = {
          ...{ accountId, call: 'createAudienceQuestion', label: 'Keynote', madeAt: index, state: 'rejected' },
          ...{ idempotencyKey: text, replaces: `audienceQuestion:keynote#${text}`, reason: 'Too many questions.' },
          argument: { contentId: 'keynote', text },
        };
        localStorage.setItem(`write:${text}`, JSON.stringify(write));
      }
    },
    [profile.id, first, second],
  );
  await page.goto('/profile');
  const rejected = page.getByRole('region', { name: 'Not sent yet' }).getByRole('listitem');
  const edit = (text: string) => rejected.filter({ hasText: text }).getByRole('button', { name: 'Edit' });
  const question = page.getByRole('textbox', { name: 'Your question' });
  await edit(first).click();
  await expect(page).toHaveURL(KEYNOTE);
  await expect(question).toHaveValue(first);

  await page.goBack();
  await expect(rejected).toHaveCount(1);
  await edit(second).click();
  await expect(page).toHaveURL(KEYNOTE);
  await expect(question).toHaveValue(first);
  await expect(page.getByRole('alert')).toHaveText(
    'You have typed something else here. Send or discard it first: your profile keeps what was not accepted.',
  );
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.goBack();
  await edit(second).click();
  await expect(question).toHaveValue(second);
  await page.goBack();
  await expect(page.getByRole('link', { name: 'Sign Out' })).toBeVisible();
  await expect(rejected).toHaveCount(0);
});
