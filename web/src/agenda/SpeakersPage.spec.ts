import { expect, test } from '@companion/testkit/browserTest';
import { stageContent } from '@companion/testkit/stageContent';

test('speakers: lists all speakers with picture or initials, name and role, linked to their pages (§2)', async ({
  page,
  server,
}) => {
  const shown = await server.services.db
    .selectFrom('content')
    .select(['slug', 'picture', 'asset'])
    .where('type', '=', 'Speaker')
    .where('slug', 'is not', null)
    .executeTakeFirstOrThrow();
  await stageContent(server, [
    { ...shown, id: 'cy', type: 'Speaker', title: 'Cy Host', subtitle: 'Engineer' },
    { id: 'ada', type: 'Speaker', title: 'Ada Maria Speaker' },
    { id: 'bo', type: 'Speaker', title: 'Bo', slug: 'missing.svg' },
  ]);
  await server.signIn(page);
  await page.goto('/agenda/speakers');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Featured Speakers');
  const speakers = page.getByRole('list', { name: 'Speakers' }).getByRole('link');
  // Without a picture, or if it does not load, initials show.
  await expect(speakers).toHaveText(['Cy HostEngineer', 'ASAda Maria Speaker', 'BBo']);
  await expect(page.getByRole('button', { name: 'Featured Speakers' })).toHaveAttribute('aria-pressed', 'true');
  await expect(speakers.first().locator('img')).toHaveJSProperty('naturalWidth', 150);
  await speakers.nth(1).click();
  await expect(page).toHaveURL('/agenda/speakers/ada');
  await page.getByRole('button', { name: 'Back to Featured Speakers' }).click();
  await expect(page).toHaveURL('/agenda/speakers');
});
