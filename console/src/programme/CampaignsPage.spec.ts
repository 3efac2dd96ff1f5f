import { PRE_EVENT_CAMPAIGN } from '@companion/contract/constants';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { signInToConsole } from '@companion/testkit/signInToConsole';
import { signInAgain } from '@companion/testkit/staffBrowser';

// On a phone the buttons of the form lie over the field below.
test.use({ viewport: { width: 1440, height: 900 } });

test('surveys and polls: a question is added beside the phone that asks it, and moved by keys and to another campaign', async ({
  page,
  server,
}) => {
  const { id } = await signInToConsole(page, server, 'editor');
  const browser = await signInAgain(server, id);
  const order = async () =>
    (await browser.ask('getProgramme')).results.programme.questions
      .filter(({ campaign }) => campaign === PRE_EVENT_CAMPAIGN)
      .map(({ question }) => question);
  const before = await order();

  await page.goto('/console/programme/polls');
  await expect(page.getByText('Pre-event survey')).toBeVisible();
  await page
    .getByRole('link', { name: /^Add a question/ })
    .first()
    .click();
  const phone = page.getByRole('region', { name: 'As phones show it' });
  await page.getByLabel('Question').fill('How do you travel?');
  await page.getByRole('textbox', { name: 'Option 1' }).fill('By train');
  await page.getByRole('textbox', { name: 'Option 1' }).press('Enter');
  await page.keyboard.type('By car');
  await expect(phone).toContainText('How do you travel?');
  await phone.getByRole('radio', { name: 'By car' }).check();
  await page.getByLabel('Type').selectOption('range-face-5');
  await expect(phone.getByRole('radio')).toHaveCount(5);
  await page.getByLabel('Type').selectOption('multiple-options');
  await page.getByRole('textbox', { name: 'Option 1' }).fill('By train');
  await page.getByRole('textbox', { name: 'Option 2' }).fill('By car');
  await expect(phone.getByRole('checkbox')).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('link', { name: 'How do you travel?' })).toBeVisible();
  expect(await order()).toEqual([...before, 'How do you travel?']);

  await page.getByRole('link', { name: 'How do you travel?' }).press('Alt+ArrowUp');
  await expect.poll(order).toEqual([...before.slice(0, -1), 'How do you travel?', before.at(-1)]);

  await page.getByRole('link', { name: 'How do you travel?' }).click();
  await page.getByLabel('Survey or set of polls').selectOption('post-event');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status', { name: 'Notices' })).toContainText('The question is saved.');
  expect(await order()).toEqual(before);
});

test('surveys and polls: the options of an answered question stay, and others are added at the end', async ({
  page,
  server,
}) => {
  const { id } = await signInToConsole(page, server, 'owner');
  const owner = await signInAgain(server, id);
  const polls = (await owner.ask('getPolls')).results;
  const poll = polls.find(({ questionTypes, state }) => questionTypes === 'options' && state === 'open');
  const { access_token: token } = await server.register();
  const answered = await fetch(`${server.url}/api/public/questions/${poll?.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ campaignId: poll?.campaignId, questionId: poll?.id, answers: [1] }),
  });
  expect(answered.status).toBe(200);

  await page.goto(`/console/programme/polls/${poll?.id}`);
  await expect(page.getByText(/^1 answer name/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Option 1' })).not.toBeEditable();
  await page.getByRole('button', { name: 'Add an option' }).click();
  await page.keyboard.type('Someone else');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status', { name: 'Notices' })).toContainText('The question is saved.');
  await expectAccessible(page);
  const { questions } = (await owner.ask('getProgramme')).results.programme;
  expect(questions.find((question) => question.id === poll?.id)?.options).toEqual([
    ...(poll?.options ?? []),
    'Someone else',
  ]);
});

test('surveys and polls: a title is changed in a dialog, which Esc and Cancel close, with the focus back on its button', async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'editor');
  await page.goto('/console/programme/polls');
  const rename = page.getByRole('button', { name: /^Rename / }).first();
  const dialog = page.getByRole('dialog', { name: /^Rename / });
  const title = dialog.getByLabel('Title');

  for (const close of [() => title.press('Escape'), () => dialog.getByRole('button', { name: 'Cancel' }).click()]) {
    await rename.click();
    await expect(title).toBeFocused();
    await title.fill('Not this one');
    await close();
    await expect(dialog).toHaveCount(0);
    await expect(rename).toBeFocused();
  }
  await rename.click();
  await expect(title).not.toHaveValue('Not this one');
  await expectAccessible(page);
  await title.fill('Before we meet');
  await title.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'Before we meet' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Rename Before we meet' })).toBeFocused();
});

test('surveys and polls: a survey that was added has the focus, and so has the title of the next set', async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'editor');
  await page.goto('/console/programme/polls');
  const survey = page.getByRole('region').filter({ hasText: 'Attendees are asked once they have registered.' });
  await survey
    .getByRole('button', { name: /^Remove / })
    .first()
    .click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('button', { name: 'Add the pre-event survey' }).press('Enter');
  await expect(survey.getByRole('heading', { level: 2 })).toBeFocused();

  const title = page.getByLabel('Title');
  await title.fill('Day 3');
  await title.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'Day 3' })).toBeVisible();
  await expect(title).toBeFocused();
});
