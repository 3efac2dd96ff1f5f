import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runHere } from '@companion/testkit/runEvent';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { settingsOf } from '@companion/testkit/settingsOf';
import { smallPack } from '@companion/testkit/smallPack';
import { signedInMember } from '@companion/testkit/staffBrowser';
import { makePlaceOf, OWN_ENGINE, settingsOf as settingsOfPlace } from '@companion/testkit/testPlaces';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { backupCommand, restoreCommand } from './cli/backupCommands.ts';
import { packCommands } from './cli/packCommands.ts';

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';

/** A server whose event was loaded from a pack, then edited and published in the console. */
let t: ServerTest;
let folder: string;
let removePack: () => Promise<void>;
beforeAll(async () => {
  const pack = await smallPack();
  removePack = pack.remove;
  folder = await mkdtemp(join(tmpdir(), 'companion-handover-'));
  t = await startServerTest({ EVENT_PACK: pack.folder });
  const { browser } = await signedInMember(t, 'editor');
  const content = Buffer.from(LOGO).toString('base64');
  const { sha256, path } = (await browser.ask('uploadPicture', { body: { content, place: 'speakers', id: 'cy' } }))
    .results;
  const fields = { name: 'Cy Grüße 🎉', picture: path.split('/')[1] ?? '', bio: 'One.\n\n- two' };
  const edits = [
    { ...{ op: 'set', list: 'pictures', id: null, field: path }, from: null, to: sha256 },
    { ...{ op: 'add', list: 'speakers', id: 'cy' }, fields, after: 'ada' },
    { ...{ op: 'set', list: 'agenda', id: 'workshop', field: 'speakers' }, from: null, to: ['cy', 'bo'] },
    { ...{ op: 'set', list: 'texts', id: null, field: 'about' }, from: '# About', to: 'About **us**: new' },
    { ...{ op: 'move', list: 'agenda', id: 'closing', after: null } },
  ];
  await browser.ask('editProgramme', { body: { edits } });
  const { version } = (await browser.ask('getProgramme')).results.draft;
  await browser.ask('publishProgramme', { body: { version } });
});
afterAll(async () => {
  await t.stop();
  await removePack();
  await rm(folder, { recursive: true });
});

/** Everything of the event that an attendee sees, with what the attendee has voted. */
async function eventOn(server: ServerTest, token: string) {
  const files = ['event.json', 'about.html', 'privacy-policy.html', 'logo.svg', 'speakers/cy.svg', 'speakers/ada.svg'];
  return {
    content: await server.ask('getContent', { token }),
    questions: await server.ask('getQuestions', { token }),
    files: await Promise.all(files.map(async (file) => (await fetch(`${server.url}/event/${file}`)).text())),
  };
}

test('handover: a second server that starts with the exported pack shows attendees the same event', async () => {
  const pack = join(folder, 'pack');
  expect(await runHere(packCommands, ['export', 'pack', pack], settingsOf(t))).toMatchObject({ code: 0 });
  const second = await startServerTest({ EVENT_PACK: pack });
  onTestFinished(() => second.stop());

  const [before, after] = [await t.register(), await second.register()];
  const shown = await eventOn(t, before.access_token);
  expect(await eventOn(second, after.access_token)).toEqual(shown);
  expect(shown.content.results.map(({ title }) => title)).toContain('Cy Grüße 🎉');
  expect(shown.files[4]).toBe(LOGO);
});

test('handover: a second server that starts from a backup has the event, its attendees and what they entered', async () => {
  const { access_token: token } = await t.register();
  await t.ask('createVote', { token, body: { campaignId: 'agenda', contentId: 'opening', vote: 'up' } });
  const file = join(folder, 'backup.gz');
  expect(await runHere([backupCommand], ['backup', file], settingsOf(t))).toMatchObject({ code: 0 });
  const place = await makePlaceOf(OWN_ENGINE);
  onTestFinished(place.remove);
  expect(await runHere([restoreCommand], ['restore', file], settingsOfPlace(place))).toMatchObject({ code: 0 });
  const { TOKEN_SECRET: _, ...database } = settingsOfPlace(place);
  const second = await startServerTest({ ...database, EVENT_PACK: 'none' });
  onTestFinished(() => second.stop());

  const shown = await eventOn(t, token);
  expect(await eventOn(second, token)).toEqual(shown);
  expect(shown.content.results.find(({ id }) => id === 'opening')?.vote).toBe('up');
});
