import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { signInToConsole } from '@companion/testkit/signInToConsole';
import type { Page } from '@playwright/test';

const WARNING = 'More than Potomac Ballroom holds: 1';

test('saves: the staff sees how many have saved a session, and where they are more than its room holds (decision 069)', async ({
  page,
  server,
}) => {
  const { content_id } = await saveTwice(server);
  await signInToConsole(page, server, 'editor');
  await page.goto('/console/programme/event');
  const rooms = page.getByLabel('Rooms and how many people they hold');
  await rooms.fill('Potomac Ballroom: 1');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('must be a room and how many people it holds')).toBeVisible();
  await rooms.fill('Potomac Ballroom = 1');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('must be a room and how many people it holds')).toHaveCount(0);
  await expect(rooms).toHaveValue('Potomac Ballroom = 1');

  await page.goto('/console/programme');
  await warned(page.getByRole('listitem').filter({ has: page.locator(`a[href$="/${content_id}"]`) }));
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await warned(page.locator('[aria-pressed][data-alert]').filter({ hasText: WARNING }));
  await expectAccessible(page);
  await page.goto(`/console/programme/sessions/${content_id}`);
  await warned(page.getByRole('main'));

  // The feedback screens count against what is published.
  await server.services.db.updateTable('events').set({ rooms: '{"Potomac Ballroom":1}' }).execute();
  await page.goto(`/console/feedback/items/${content_id}`);
  await warned(page.getByRole('main'));
  await page.goto('/console/feedback');
  await warned(page.getByRole('row').filter({ has: page.locator(`a[href$="/${content_id}"]`) }));
  await expectAccessible(page);
});

async function warned(part: ReturnType<Page['locator']>): Promise<void> {
  await expect(part).toContainText('2 saves, 0 confirmed');
  await expect(part).toContainText(WARNING);
}

async function saveTwice(server: Parameters<typeof signInToConsole>[1]) {
  const { db } = server.services;
  const { id: content_id } = await db
    .selectFrom('content')
    .select('id')
    .where('room', '=', 'Potomac Ballroom')
    .where('hidden', '=', 0)
    .orderBy('starts_at')
    .executeTakeFirstOrThrow();
  for (const { profile } of [await server.register(), await server.register()])
    await db
      .insertInto('saved_sessions')
      .values({
        ...{ account_id: profile.id, content_id, saved: 1, standing: 'unconfirmed' },
        ...{ created_at: 0, updated_at: 0 },
      })
      .execute();
  return { content_id };
}
