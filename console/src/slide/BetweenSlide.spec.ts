import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { openStage } from '@companion/testkit/openStage';
import { signInToConsole } from '@companion/testkit/signInToConsole';

test('between polls: a host chooses by keyboard, and the stage shows the event, or what is on and next (decision 059)', async ({
  page,
  server,
  browser,
}) => {
  await openStage(page, server);
  const event = await server.services.db.selectFrom('events').select('name').executeTakeFirstOrThrow();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.name);
  await expect(page.getByText(/, 20\d\d$/)).toBeVisible();
  await expectAccessible(page);

  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1280, height: 800 } });
  const host = await context.newPage();
  await signInToConsole(host, server, 'host');
  await host.goto('/console/stage-screens');
  await host.getByRole('radio', { name: 'Welcome' }).focus();
  await host.keyboard.press('ArrowRight');
  await host.keyboard.press('Enter');
  await expect(host.getByRole('status', { name: 'Notices' })).toContainText('the stage shows: now and next.');
  await expectAccessible(host);
  const picture = await host.screenshot({ type: 'png' });
  await host
    .getByLabel('A picture of your own')
    .setInputFiles({ name: 'own.png', mimeType: 'image/png', buffer: picture });
  await host.getByLabel('What it shows').fill('Our sponsors');
  await host.getByRole('button', { name: 'Upload a picture' }).click();
  await expect(host.getByRole('radio', { name: 'Picture' })).toBeChecked();
  await expect(host.getByRole('img', { name: 'Our sponsors' })).toBeVisible();
  await expectAccessible(host);
  const own = page.getByRole('img', { name: 'Our sponsors' });
  await expect(own).toBeVisible();
  expect(await own.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1280);
  await expectAccessible(page);
  // In the host's small preview it fills no more than that.
  await host.goto('/console/run');
  const preview = await host.getByAltText('Our sponsors').boundingBox();
  expect(preview?.width).toBeLessThan(700);
  await host.goto('/console/stage-screens');
  await host.getByRole('button', { name: 'Remove the picture' }).click();
  await host.getByRole('dialog').getByRole('button', { name: 'Remove the picture' }).click();
  await expect(own).toHaveCount(0);
  // The server's answer checks it.
  await host.getByRole('radio', { name: 'Now and next' }).click();
  await expect(page.getByRole('heading', { name: /^(Now|Next)$/ }).first()).toBeVisible();
  await context.close();
  await expect(page.getByRole('heading', { name: /^(Now|Next)$/ }).first()).toBeVisible();
  await expect(page.getByText('Join at')).toBeVisible();
  await expectAccessible(page);

  const longest =
    'An extraordinarily long title of a session that takes two lines of the slide and then some more of it';
  await server.services.db
    .updateTable('content')
    .set({ title: longest, room: 'The room '.repeat(20) })
    .execute();
  for (const [width, height] of [
    [1920, 1080],
    [1280, 720],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.reload();
    await expect(page.getByText(longest).first()).toBeVisible();
    const cut = await page.evaluate(`[...document.querySelectorAll('main li, main h1, main h2')].filter((row) => {
      const { top, bottom, right } = row.getBoundingClientRect();
      return top < 0 || bottom > innerHeight || right > innerWidth;
    }).length`);
    expect([width, cut]).toEqual([width, 0]);
  }
});
