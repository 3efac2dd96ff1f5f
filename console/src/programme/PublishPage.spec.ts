import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { signInToConsole } from '@companion/testkit/signInToConsole';
import { signedInMember, signInAgain } from '@companion/testkit/staffBrowser';

const NEW_WELCOME = 'Good to have you with us. **Doors open at eight.**';

test('publishing: a text beside its preview, what would change, published, taken back, and a revision rolled back to', async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'editor');
  const welcome = async () => (await (await fetch(`${server.url}/event/event.json`)).json()).welcome;
  const before = await welcome();
  const notices = page.getByRole('status', { name: 'Notices' });

  await page.goto('/console/programme/texts');
  await page.getByRole('textbox', { name: 'Welcome' }).fill(NEW_WELCOME);
  await expect(page.getByRole('region', { name: 'Welcome, as phones show it' }).locator('strong')).toHaveText(
    'Doors open at eight.',
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(notices).toContainText('The texts are saved.');
  expect(await welcome()).toBe(before);

  await page.getByRole('link', { name: 'Review and publish' }).click();
  const changes = page.getByRole('region', { name: 'What would change' });
  await expect(changes.locator('ins')).toContainText('Doors open at eight.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Publish now' }).press('Enter');
  await expect(notices).toContainText('1 change published.');
  await expect(changes).toContainText('Attendees see everything as it is here.');
  expect(await welcome()).toContain('Doors open at eight.');

  await notices.getByRole('button', { name: 'Undo' }).last().click();
  await expect(notices).toContainText('Attendees see again what they saw before.');
  expect(await welcome()).toBe(before);

  await page.getByRole('button', { name: 'What changed: Revision 2' }).click();
  await expect(page.getByRole('region', { name: 'Revisions' }).locator('ins')).toContainText('Doors open at eight.');
  await page.getByRole('button', { name: 'Roll back to revision 2' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('ins')).toContainText('Doors open at eight.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Roll back' }).click();
  await expect(notices).toContainText('Attendees see revision 2 again. It is now revision 4.');
  expect(await welcome()).toContain('Doors open at eight.');
});

test('publishing: its undo takes back nothing that another member has published since', async ({ page, server }) => {
  const { id } = await signInToConsole(page, server, 'owner');
  const owner = await signInAgain(server, id);
  const { browser } = await signedInMember(server, 'editor');
  const setTagline = async (to: string) => {
    const from = (await owner.ask('getProgramme')).results.programme.event.tagline ?? null;
    const edits = [{ op: 'set', list: 'event', id: null, field: 'tagline', from, to }];
    return (await browser.ask('editProgramme', { body: { edits } })).results.version;
  };
  await setTagline('Published first');
  const notices = page.getByRole('status', { name: 'Notices' });
  await page.goto('/console/programme/publish');
  await page.getByRole('button', { name: 'Publish now' }).click();
  await expect(notices).toContainText('1 change published.');

  await browser.ask('publishProgramme', { body: { version: await setTagline('Published by another') } });
  const { revision } = (await owner.ask('getProgramme')).results.draft;
  await notices.getByRole('button', { name: 'Undo' }).last().click();
  await expect(notices).toContainText('Another member has edited or published since');
  expect((await owner.ask('getProgramme')).results.draft.revision).toBe(revision);
});

test('publishing: a time in the zone of the event, which is taken back, and a draft that is discarded and brought back', async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'owner');
  const notices = page.getByRole('status', { name: 'Notices' });
  await page.goto('/console/programme/event');
  await page.getByLabel('Tagline').fill('Two days that are worth it');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(notices).toContainText('The event is saved.');

  await page.goto('/console/programme/publish');
  await page.getByText('Publish at a time').click();
  const year = new Date(server.clock.now() + 40 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('Day and time in America/New York').fill(`${year}T09:30`);
  await page.getByRole('button', { name: 'Plan' }).click();
  await expect(page.getByRole('complementary', { name: 'Planned' })).toContainText(/9:30 AM E[SD]T/);
  await page.getByRole('button', { name: 'Take the plan back' }).click();
  await expect(notices).toContainText('The plan is taken back.');

  await page.getByText('Publish at a time').click();
  await page.getByLabel('Day and time in America/New York').fill(`${year}T09:30`);
  await page.getByRole('button', { name: 'Plan', exact: true }).click();
  await expect(page.getByRole('complementary', { name: 'Planned' })).toBeVisible();
  await page.getByRole('button', { name: 'Discard the draft' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(/It would have been published .* 9:30 AM E[SD]T\. That is given up, too\./);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(page.getByText('Attendees see everything as it is here.')).toBeVisible();
  await expect(notices).toContainText('1 change discarded. The plan to publish is given up.');
  await notices.getByRole('button', { name: 'Undo' }).last().click();
  await expect(page.getByRole('region', { name: 'What would change' }).locator('ins')).toHaveText(
    /Two days that are worth it/,
  );
  await expect(notices).toContainText('Plan again when they are published.');
});

test('publishing: a plan of a member who was removed is given up, and the console says so', async ({
  page,
  server,
}) => {
  const { id } = await signInToConsole(page, server, 'owner');
  const owner = await signInAgain(server, id);
  const { member, browser } = await signedInMember(server, 'editor');
  const from = (await owner.ask('getProgramme')).results.programme.event.tagline ?? null;
  const edits = [{ op: 'set', list: 'event', id: null, field: 'tagline', from, to: 'Planned, and given up' }];
  const { version } = (await browser.ask('editProgramme', { body: { edits } })).results;
  const at = new Date(server.clock.now() + 60_000).toISOString();
  await browser.ask('publishProgramme', { body: { version, at } });
  await page.goto('/console/programme/publish');
  await expect(page.getByRole('complementary', { name: 'Planned' })).toContainText('Planned by The editor.');

  await owner.ask('removeMember', { params: { memberId: member.id } });
  server.clock.advance(120_000);
  const notice = page.getByRole('complementary', { name: 'Not published' });
  await expect(notice).toContainText('The editor, who had planned it, may not publish any more.');
  await expect(page.getByRole('button', { name: 'Publish now' })).toBeEnabled();
  await expectAccessible(page);
});

test('publishing: a problem leads to the field, and 500 changes are grouped and opened within a moment', async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'owner');
  await page.goto('/console/programme/event');
  await page.getByLabel('Tagline').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status', { name: 'Notices' })).toContainText('The event is saved.');
  await page.goto('/console/programme/publish');
  await page.getByRole('link', { name: 'Event, tagline' }).press('Enter');
  await expect(page.getByLabel('Tagline')).toBeFocused();
  await expect(page.getByLabel('Tagline')).toHaveAccessibleDescription(/is missing/);

  const many = Array.from({ length: 500 }, (_, index) => ({
    ...{ list: index % 2 ? 'agenda' : 'speakers', id: `entry-${index}`, label: `Entry ${index}`, kind: 'changed' },
    ...{ field: 'title', from: `Old title ${index}`, to: `New title ${index}` },
  }));
  await page.route('**/api/staff/programme/changes', (route) => route.fulfill({ json: { results: many } }));
  await page.goto('/console/programme/publish');
  await expect(page.getByText('250 changed').first()).toBeVisible();
  const began = Date.now();
  await page.getByRole('heading', { name: 'Sessions' }).click();
  await expect(page.getByText('New title 499')).toBeAttached();
  expect(Date.now() - began).toBeLessThan(5000);
  await expectAccessible(page);
});
