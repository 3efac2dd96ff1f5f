import { expect, test } from '@companion/testkit/browserTest';
import { stageContent } from '@companion/testkit/stageContent';

test('speakers: lists all speakers with picture, name and role, linked to their pages (§2)', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  const listed = await server.services.db
    .selectFrom('content')
    .select(['id', 'title', 'subtitle'])
    .where('type', '=', 'Speaker')
    .orderBy('position')
    .execute();
  await page.goto('/agenda/speakers');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Featured Speakers');
  const speakers = page.getByRole('list', { name: 'Speakers' }).getByRole('link');
  await expect(speakers).toHaveText(listed.map(({ title, subtitle }) => `${title}${subtitle ?? ''}`));
  await expect(page.getByRole('button', { name: 'Featured Speakers' })).toHaveAttribute('aria-pressed', 'true');
  await expect(speakers.first().locator('img')).toHaveJSProperty('naturalWidth', 150);
  await speakers.nth(1).click();
  await expect(page).toHaveURL(`/agenda/speakers/${listed[1]?.id}`);
  await page.getByRole('button', { name: 'Back to Featured Speakers' }).click();
  await expect(page).toHaveURL('/agenda/speakers');
});

test('speakers: shows initials when a picture is missing or does not load', async ({ page, server }) => {
  await stageContent(server, [
    { id: 'one', type: 'Speaker', title: 'Ada Maria Speaker' },
    { id: 'two', type: 'Speaker', title: 'Bo', slug: 'missing.svg' },
  ]);
  await server.signIn(page);
  await page.goto('/agenda/speakers');
  await expect(page.getByRole('list', { name: 'Speakers' }).getByRole('link')).toHaveText([
    'ASAda Maria Speaker',
    'BBo',
  ]);
});
