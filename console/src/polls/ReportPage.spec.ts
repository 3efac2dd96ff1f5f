import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { signInToConsole } from '@companion/testkit/signInToConsole';
import { signedInMember } from '@companion/testkit/staffBrowser';

test.use({ viewport: { width: 1280, height: 800 } });

test('staff: the overview is live, all polls become drafts and back by one action, a survey has a report to print and to download (decision 053)', async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'host');
  const { browser: host } = await signedInMember(server, 'host');
  await page.goto('/console');
  const answers = page.getByRole('row', { name: /^Answers/ });
  await expect(answers).toHaveText(/Answers\s*0\s*0/);
  const { access_token } = await server.register();
  const question = { campaignId: 'pre-event', questionId: 'years-contracting' };
  await page.request.post('/api/public/questions/years-contracting', {
    data: { ...question, answers: [1] },
    headers: { Authorization: `Bearer ${access_token}` },
  });
  await expect(answers).toHaveText(/Answers\s*1\s*1/);

  await page.goto('/console/polls');
  const states = async () =>
    new Set(
      (await host.ask('getPolls')).results
        .filter(({ campaignId }) => campaignId.startsWith('stage-polls'))
        .map(({ state }) => state),
    );
  await page.getByRole('button', { name: 'Select all polls' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Make drafts…' }).click();
  await expect(page.getByRole('dialog')).toContainText('become drafts: attendees do not see them');
  await page.getByRole('button', { name: 'Make drafts', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Selected questions' })).toHaveCount(0);
  expect(await states()).toEqual(new Set(['draft']));
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(states).toEqual(new Set(['open']));

  await page.getByRole('link', { name: /^Results of Before/ }).click();
  const first = page.getByRole('listitem').filter({ hasText: 'How long has your organization' });
  await expect(first).toContainText('1 answer');
  await expectAccessible(page);
  const file = await page.request.get(
    (await page.getByRole('link', { name: 'Download as CSV' }).getAttribute('href')) ?? '',
  );
  expect(await file.text()).toContain('(everyone who answered)');
  await page.getByRole('link', { name: 'Print a report' }).click();
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Left out' })).toHaveCount(0);
  await expectAccessible(page);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(22, 35, 43)');
});

test('staff: a report says what it leaves out, includes it in one press, and Undo hides it again (decision 053)', async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'host');
  const { browser: host } = await signedInMember(server, 'host');
  const [first] = (await host.ask('getPolls')).results.filter(({ shownTo }) => shownTo === 'none');
  if (!first) throw new Error('The results of the polls are shown to no one at first');
  const { campaignId, id: questionId, question } = first;
  await page.goto('/console/polls');
  await page.getByRole('link', { name: /questions left out: their results are shown to no one/ }).click();
  await expect(page.getByRole('complementary', { name: 'Left out' })).toContainText('questions left out');

  await page.goto(`/console/report?campaignId=${campaignId}&questionId=${questionId}`);
  const notice = page.getByRole('complementary', { name: 'Left out' });
  await expect(notice).toContainText('1 question left out: its results are shown to no one.');
  await expectAccessible(page);
  await page.emulateMedia({ media: 'print' });
  await expect(notice).toBeVisible();
  await expect(notice.getByRole('button')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await notice.getByRole('button', { name: 'Show it to the staff and include it' }).press('Enter');
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole('region', { name: question })).toContainText('There are no answers yet.');
  const shownTo = async () => (await host.ask('getPolls')).results.find(({ id }) => id === questionId)?.shownTo;
  expect(await shownTo()).toBe('staff');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(notice).toBeVisible();
  expect(await shownTo()).toBe('none');

  await page.goto(`/console/polls/${campaignId}`);
  await expect(notice).toContainText('3 questions left out');
  // Another member is first with the second one, while this console cannot learn of it.
  const [, second] = (await host.ask('getPolls')).results.filter((poll) => poll.campaignId === campaignId);
  if (!second) throw new Error('This set has more than one poll');
  await page.route(`**/api/staff/polls/${campaignId}/${second.id}`, (route) =>
    route.fulfill({ status: 409, json: { message: 'Conflict.', traceId: 'trace' } }),
  );
  await notice.getByRole('button', { name: 'Show them to the staff and include them' }).click();
  const notices = page.getByRole('status', { name: 'Notices' });
  await expect(notices).toContainText('The staff sees the results of 1 of 3 questions, and the report has them.');
  await expect(notice).toContainText('2 questions left out');
});
