import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { drawPhoto } from '@companion/testkit/drawPhoto';
import { signInToConsole } from '@companion/testkit/signInToConsole';
import { signInAgain } from '@companion/testkit/staffBrowser';

test.use({ viewport: { width: 1440, height: 900 } });

test('a picture is cropped with the keyboard, uploaded and saved; a removed speaker leaves the sessions', async ({
  page,
  server,
}) => {
  const { id } = await signInToConsole(page, server, 'editor');
  const member = await signInAgain(server, id);
  const read = async () => (await member.ask('getProgramme')).results.programme;
  await page.goto('/console/programme/speakers/lenora-whitecrane');
  await page.locator('input[type="file"]').setInputFiles({
    name: 'camera.jpg',
    mimeType: 'image/jpeg',
    buffer: await drawPhoto(800, 400),
  });
  const dialog = page.getByRole('dialog', { name: 'Crop the picture' });
  await expect(dialog.getByRole('button', { name: 'Use this part' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Use this part' }).press('Enter');
  await expect(page.getByRole('img', { name: 'Lenora Whitecrane' })).toHaveJSProperty('naturalWidth', 400);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The speaker is saved.')).toBeVisible();
  const saved = await read();
  expect(saved.speakers.find((one) => one.id === 'lenora-whitecrane')).toMatchObject({
    picture: 'lenora-whitecrane.jpg',
  });
  expect(saved.pictures['speakers/lenora-whitecrane.jpg']).toMatch(/^[\da-f]{64}$/);

  await page.getByRole('button', { name: 'Remove this speaker' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Speakers' })).toBeVisible();
  expect(JSON.stringify((await read()).agenda)).not.toContain('lenora-whitecrane');
  await expect(page.getByText(/^The speaker .* is removed\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(read).toEqual(saved);
});

test('a file that is named as a picture and is none is refused at its field, before it is cropped', async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'editor');
  await page.goto('/console/programme/speakers/lenora-whitecrane');
  const choose = page.getByRole('button', { name: /^(Choose a picture|Replace)$/ });
  await choose.focus();
  await page.locator('input[type="file"]').setInputFiles({
    name: 'broken.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture'),
  });
  await expect(page.getByText('Must be an SVG, PNG, JPEG or WebP picture')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(choose).toBeFocused();
});

test('a sponsor moves within its tier by a key, and what is no picture is refused at its field', async ({
  page,
  server,
}) => {
  const { id } = await signInToConsole(page, server, 'editor');
  const member = await signInAgain(server, id);
  await page.goto('/console/programme/sponsors');
  await page.getByRole('link', { name: 'Copperwick Catering & Events' }).press('Alt+ArrowUp');
  await expect(page.getByText('Copperwick Catering & Events is at place 1 of 2.')).toBeVisible();
  const { sponsors } = (await member.ask('getProgramme')).results.programme;
  expect(sponsors.slice(0, 2).map((sponsor) => sponsor.id)).toEqual(['copperwick', 'heronfield']);

  await page.getByRole('link', { name: 'Copperwick Catering & Events' }).click();
  await page.locator('input[type="file"]').setInputFiles({
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<html>no picture</html>'),
  });
  await expect(page.getByText('Must be an SVG, PNG, JPEG or WebP picture')).toBeVisible();
  await expectAccessible(page);
});
