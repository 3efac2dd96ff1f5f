import { expect, test } from '@companion/testkit/browserTest';
import { signInToConsole } from '@companion/testkit/signInToConsole';

test('publishing: a text and a question edited in the console are on the phone, and after a rollback the old ones are', async ({
  page: phone,
  browser,
  server,
}) => {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
  const console = await context.newPage();
  await signInToConsole(console, server, 'editor');
  await server.signIn(phone);
  await phone.goto('/prevent-survey');
  await expect(phone.getByText('Is this your first')).toBeVisible();

  await console.goto('/console/programme/texts');
  await console.getByRole('textbox', { name: 'Welcome' }).fill('Doors open at *eight*.');
  await console.getByRole('button', { name: 'Save' }).click();
  await console.goto('/console/programme/polls');
  await console.getByRole('link', { name: /^Is this your first/ }).click();
  await console.getByLabel('Question').fill('Have you been here before?');
  await console.getByRole('button', { name: 'Save' }).click();
  await console.getByRole('link', { name: 'Review and publish' }).click();
  await console.getByRole('button', { name: 'Publish now' }).click();
  await expect(console.getByText('2 changes published.')).toBeVisible();

  // The question by itself, the text with the next visit.
  await expect(phone.getByText('Have you been here before?')).toBeVisible({ timeout: 30_000 });
  await phone.reload();
  await expect(phone.getByText('Doors open at eight.')).toBeVisible();

  await console.getByRole('button', { name: 'Roll back to revision 1' }).click();
  await console.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click();
  await expect(console.getByText('Attendees see revision 1 again.')).toBeVisible();
  await expect(phone.getByText('Is this your first')).toBeVisible({ timeout: 30_000 });
  await phone.reload();
  await expect(phone.getByText('Doors open at eight.')).toHaveCount(0);
  await context.close();
});
