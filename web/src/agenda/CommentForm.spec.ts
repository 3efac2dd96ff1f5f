import { alignClocks } from '@companion/testkit/alignClocks';
import { expect, test } from '@companion/testkit/browserTest';
import {
  comment,
  comments,
  KEYNOTE,
  openItem,
  PROGRAMME,
  send,
  THANKS,
  watch,
} from '@companion/testkit/contentItemPage';
import { holdCalls } from '@companion/testkit/holdCalls';
import { stageContent } from '@companion/testkit/stageContent';

test.use({ timezoneId: 'Asia/Tokyo' });

test('comment: a text area of 5 rows; the first is a POST, later ones are a PUT; each returns to /agenda with its toast (§2, §4, §7)', async ({
  page,
  server,
}) => {
  const session = await openItem(page, server);
  const sent = watch(page, 'comments');
  await expect(comment(page)).toHaveAttribute('rows', '5');
  await expect(comment(page)).toHaveAccessibleDescription(
    /The organizers read it and may share it with the speakers. Other attendees do not see it./,
  );
  await expect(send(page)).toHaveText('Send Comment');
  await expect(page.getByText(/^Sent /)).toHaveCount(0);
  // What is pasted is not cut in silence.
  await comment(page).fill('x'.repeat(5001));
  await expect(page.getByText('Must be 5000 characters or less')).toBeVisible();
  await expect(comment(page)).toHaveValue('x'.repeat(5001));
  await comment(page).fill('  Clear and useful.\nMore of this!  ');
  await send(page).click();
  await expect(page).toHaveURL('/agenda');
  await expect(page.getByText(THANKS)).toBeVisible();
  const mine = { account_id: session.profile.id, content_id: 'keynote' };
  expect(await comments(server)).toEqual([{ ...mine, comment: 'Clear and useful.\nMore of this!' }]);
  const at = Date.parse('2026-06-09T23:04:00Z');
  await server.services.db.updateTable('comments').set({ updated_at: at }).execute();

  await page.getByRole('link', { name: 'Keynote' }).click();
  await expect(comment(page)).toHaveValue('Clear and useful.\nMore of this!');
  await expect(send(page)).toHaveText('Update Comment');
  await page.reload();
  // In the event's zone: the phone's is another.
  await expect(page.getByText(/^Sent /)).toHaveText('Sent Tuesday, June 9, 7:04 PM ET');
  await expect(send(page)).toHaveText('Update Comment');
  await comment(page).fill('Changed my mind');
  await send(page).click();
  await expect(page).toHaveURL('/agenda');
  expect(await comments(server)).toEqual([{ ...mine, comment: 'Changed my mind' }]);
  expect(sent).toEqual(['POST Clear and useful.\nMore of this!', 'PUT Changed my mind']);
});

test('comment: one that began on another screen returns to /agenda, too, whatever the screen is called (§2)', async ({
  page,
  server,
}) => {
  const [keynote, ...rest] = PROGRAMME;
  await stageContent(server, [{ ...keynote, id: 'keynote', title: 'Agenda' }, ...rest]);
  await server.signIn(page);
  await alignClocks(page);
  await page.clock.setFixedTime('2026-06-09T12:00:00Z');
  for (const [where, steps] of [
    ['/dashboard', ['Agenda']],
    ['/agenda', ['Agenda', 'Ada Speaker']],
  ] as const) {
    await test.step(`${where}, ${steps.join(', ')}`, async () => {
      await page.goto(where);
      for (const name of steps) await page.getByRole('main').getByRole('link', { name }).click();
      await comment(page).fill(`From ${where}`);
      await send(page).click();
      await expect(page).toHaveURL('/agenda');
    });
  }
});

test('comment: an empty one shows Required and disables the button; two presses send one once; after a failure it stays in the field (§5, §8)', async ({
  page,
  server,
}) => {
  await openItem(page, server);
  const sent = watch(page, 'comments');
  await expect(send(page)).toBeEnabled();
  await comment(page).fill('   ');
  await send(page).click();
  await expect(page.getByText('Required')).toBeVisible();
  await expect(comment(page)).toBeFocused();
  await expect(send(page)).toBeDisabled();
  await comment(page).fill('Now');
  await expect(page.getByText('Required')).toHaveCount(0);
  await expect(send(page)).toBeEnabled();
  expect(sent).toEqual([]);

  await page.route('**/public/content/comments', (route) =>
    route.fulfill({ status: 500, json: { message: 'Comments are out of order', traceId: '7' } }),
  );
  await comment(page).fill('Hear me');
  await send(page).dblclick();
  await expect(page.getByText('Comments are out of order')).toBeVisible();
  await expect(page).toHaveURL(KEYNOTE);
  await expect(comment(page)).toHaveValue('Hear me');
  expect(sent).toEqual(['POST Hear me']);
});

test('comment: the draft survives a reload and a look at another page, and leaving during the call prevents the return to the agenda', async ({
  page,
  server,
}) => {
  await openItem(page, server);
  await comment(page).fill('Half a thought');
  await page.reload();
  await expect(comment(page)).toHaveValue('Half a thought');
  await page.getByRole('list', { name: 'Speakers' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bo Host');
  await expect(comment(page)).toHaveValue('');
  await page.goBack();
  await expect(comment(page)).toHaveValue('Half a thought');

  const release = await holdCalls(page, '**/public/content/comments');
  await send(page).click();
  await page.getByRole('link', { name: 'Sponsors' }).click();
  await expect(page).toHaveURL('/sponsors');
  release();
  await expect(page.getByText(THANKS)).toBeVisible();
  await expect(page).toHaveURL('/sponsors');
  expect((await comments(server)).map((one) => one.comment)).toEqual(['Half a thought']);
});
