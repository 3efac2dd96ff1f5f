import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { signInToConsole } from '@companion/testkit/signInToConsole';
import { signInAgain } from '@companion/testkit/staffBrowser';

test.use({ viewport: { width: 1440, height: 900 } });

const KEYNOTE = '/console/programme/sessions/keynote-day-1';

test('two editors: different fields merge, the same field shows both texts, and none is lost', async ({
  page,
  browser,
  server,
}) => {
  const { id } = await signInToConsole(page, server, 'editor', { name: 'Ada', email: 'ada@example.com' });
  const member = await signInAgain(server, id);
  const read = async () =>
    (await member.ask('getProgramme')).results.programme.agenda.find((entry) => entry.id === 'keynote-day-1');
  const context = await browser.newContext({ baseURL: server.url });
  const other = await context.newPage();
  await signInToConsole(other, server, 'owner', { name: 'Bo', email: 'bo@example.com' });
  await page.goto(KEYNOTE);
  await other.goto(KEYNOTE);
  await expect(other.getByText('Also here: Ada')).toBeVisible();

  await page.getByLabel('Title', { exact: true }).fill('The title of Ada');
  await page.getByLabel('Subtitle').fill('The subtitle of Ada');
  await other.getByLabel('Room', { exact: true }).fill('Foyer');
  await other.getByLabel('Title', { exact: true }).fill('The title of Bo');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByText('The session is saved.')).toBeVisible();
  // What was not touched here follows.
  await expect(page.getByLabel('Room', { exact: true })).toHaveValue('Foyer');
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('The title of Ada');

  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Another member was faster' });
  await expect(dialog).toContainText('The title of Ada');
  await expect(dialog).toContainText('The title of Bo');
  await expect(dialog).not.toContainText('The subtitle of Ada');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('The title of Ada');
  expect(await read()).toMatchObject({ title: 'The title of Bo', room: 'Foyer' });

  await page.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('radio', { name: 'Write a merged text' }).check();
  await dialog.getByLabel('Merged: Title').fill('The title of Ada and Bo');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The session is saved.')).toBeVisible();
  expect(await read()).toMatchObject({
    title: 'The title of Ada and Bo',
    subtitle: 'The subtitle of Ada',
    room: 'Foyer',
  });
  await context.close();
});

test('what is typed stays while other screens are visited, and an entry that was removed can come back with it', async ({
  page,
  server,
}) => {
  const { id } = await signInToConsole(page, server, 'editor');
  const member = await signInAgain(server, id);
  await page.goto(KEYNOTE);
  await page.getByLabel('Title', { exact: true }).fill('Typed and kept');
  await page.getByRole('link', { name: 'Speakers', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Speakers' })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Typed and kept');

  const { programme } = (await member.ask('getProgramme')).results;
  const { id: _, ...from } = programme.agenda.find((entry) => entry.id === 'keynote-day-1') ?? { id: '' };
  const edits = [{ op: 'remove', list: 'agenda', id: 'keynote-day-1', from }];
  await member.ask('editProgramme', { body: { edits } });
  await expect(page.getByText('Another member has removed this entry.')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Add it again with my change' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The session is saved.')).toBeVisible();
  const after = (await member.ask('getProgramme')).results.programme.agenda;
  expect(after.find((entry) => entry.id === 'keynote-day-1')).toEqual({
    ...from,
    id: 'keynote-day-1',
    title: 'Typed and kept',
  });
});

test('a new session: times as one types them, speakers by name, the preview, and its clash', async ({
  page,
  server,
}) => {
  const { id } = await signInToConsole(page, server, 'editor');
  const member = await signInAgain(server, id);
  await page.goto('/console/programme/sessions/+');
  await page.getByLabel('Title', { exact: true }).fill('A word from the hosts');
  await page.getByLabel('Start').fill('8:30 am');
  await page.getByLabel('End').fill('850');
  await page.getByLabel('Room', { exact: true }).fill('Potomac Ballroom');
  await expect(page.getByLabel('End')).toHaveValue('08:50');
  await page.getByLabel('Add a speaker by name').fill('nobody yet');
  await page.getByLabel('Add a speaker by name').press('Enter');
  await expect(page.getByText('No speaker has this name.')).toBeVisible();
  await expect(page.getByLabel('Add a speaker by name')).toHaveValue('nobody yet');
  await page.getByLabel('Add a speaker by name').fill('lenora');
  await page.getByLabel('Add a speaker by name').press('Enter');
  await expect(page.getByText('Lenora Whitecrane also speaks at')).toBeVisible();
  await expect(page.getByText('Potomac Ballroom is taken by')).toBeVisible();
  await page.getByLabel('Text', { exact: true }).fill('Please be **seated**.');
  await expect(page.getByRole('region', { name: 'as phones show it' }).locator('strong')).toHaveText('seated');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'A word from the hosts' })).toBeVisible();
  const { agenda } = (await member.ask('getProgramme')).results.programme;
  expect(agenda.find(({ title }) => title === 'A word from the hosts')).toMatchObject({
    ...{ day: '1', category: 'Day 1', start: '08:30', end: '08:50', room: 'Potomac Ballroom' },
    ...{ speakers: ['lenora-whitecrane'], body: 'Please be **seated**.' },
  });

  await page.getByLabel('Title', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Title is missing')).toBeVisible();
  await page.getByRole('button', { name: 'Remove this session' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sessions' })).toBeVisible();
});

test('one session after another: Ctrl Enter adds it, and the next form begins where it ended', async ({
  page,
  server,
}) => {
  const { id } = await signInToConsole(page, server, 'editor');
  const member = await signInAgain(server, id);
  await page.goto('/console/programme/sessions/%2B?day=2');
  const title = page.getByLabel('Title', { exact: true });
  await title.fill('First by hand');
  await page.getByLabel('Start').fill('9');
  await page.getByLabel('Room', { exact: true }).fill('Annex');
  await page.getByLabel('End').fill('945');
  await page.getByLabel('End').press('Control+Enter');
  await expect(title).toHaveValue('');
  await expect(title).toBeFocused();
  await expect(page.getByLabel('Start')).toHaveValue('09:45');
  await expect(page.getByLabel('Room', { exact: true })).toHaveValue('Annex');
  await page.keyboard.type('Second by hand');
  await page.getByLabel('End').fill('10:30');
  await page.getByRole('button', { name: 'Save and add another' }).click();
  await expect(page.getByLabel('Start')).toHaveValue('10:30');
  await expect(title).toBeFocused();
  const { agenda } = (await member.ask('getProgramme')).results.programme;
  const entered = agenda.filter((entry) => String(entry.title).endsWith('by hand'));
  expect(entered).toMatchObject([
    { title: 'First by hand', day: '2', room: 'Annex', start: '09:00', end: '09:45' },
    { title: 'Second by hand', day: '2', room: 'Annex', start: '09:45', end: '10:30' },
  ]);
});
