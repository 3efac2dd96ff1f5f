import { NOTE_MAX } from '@companion/contract/constants';
import { CHECK, refusal } from '@companion/testkit/apiClient';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { signedInMember } from '@companion/testkit/staffBrowser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinNotes } from './ownNotes.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

const body = (note: string, before: string[] = [], contentId = 'opening', campaignId = 'agenda') => ({
  ...{ campaignId, contentId, note, before },
});
const save = (token: string, ...given: Parameters<typeof body>) =>
  t.send('saveOwnNote', { token, body: body(...given) });
const notesOf = async (token: string) =>
  (await t.ask('getContent', { token })).results.flatMap(({ id, ownNote }) => (ownNote ? [[id, ownNote]] : []));
const stored = (note: string) => ({ status: 200, body: { results: { note } } });

test('saveOwnNote: it shows in the list and on the page of its account alone, with its line breaks, until it is emptied', async () => {
  const [mine, other] = [(await t.register()).access_token, (await t.register()).access_token];
  const params = { campaignId: 'agenda', contentId: 'opening' };
  const page = async () => (await t.ask('getContentItem', { token: mine, params })).results;
  expect(await notesOf(mine)).toEqual([]);

  expect(await save(mine, ' Ask:\n- <b>8(a)</b> & more\n')).toEqual(stored('Ask:\n- <b>8(a)</b> & more'));

  expect(await notesOf(mine)).toEqual([['opening', 'Ask:\n- <b>8(a)</b> & more']]);
  expect(await page()).toMatchObject({ ownNote: 'Ask:\n- <b>8(a)</b> & more', vote: null, comment: null });
  expect(await notesOf(other)).toEqual([]);
  expect((await t.ask('getContentItem', { token: other, params })).results).not.toHaveProperty('ownNote');
  await t.ask('createVote', { token: mine, body: { ...params, vote: 'up' } });
  expect(await save(mine, '', ['Ask:\n- <b>8(a)</b> & more'])).toEqual(stored(''));
  expect(await notesOf(mine)).toEqual([]);
  expect(await page()).not.toHaveProperty('ownNote');
  // What was read before is not shown again.
  await save(mine, 'Back');
  await save(mine, '', ['Back']);
  expect(await notesOf(mine)).toEqual([]);
});

test.each([
  ['the first note', '', 'mine', [], 'mine'],
  ['a change of what is stored', 'old', 'new', ['old'], 'new'],
  ['a change of what the phone showed, whether that had arrived or not', 'sent', 'new', ['old', 'sent'], 'new'],
  ['the same note again, after a lost answer', 'mine', 'mine', ['old'], 'mine'],
  ['a note that was continued', 'mine', 'mine, and more', [], 'mine, and more'],
  ['a removal', 'old', '', ['old'], ''],
  ['a removal of another text', 'of the tablet', '', ['old'], 'of the tablet'],
  ['a change of another text', 'of the tablet', 'of the phone', ['old'], 'of the tablet\n\nof the phone'],
  ['the same again, after it was joined', 'of the tablet\n\nmine', 'mine', ['old'], 'of the tablet\n\nmine'],
])('joinNotes: %s loses no text (decision 072)', (_, earlier, later, before, expected) => {
  expect(joinNotes(earlier, later, before)).toBe(expected);
});

test('saveOwnNote: of notes that race, from two devices of one person, every text is kept once', async () => {
  const { access_token: token } = await t.register();
  const texts = Array.from({ length: 12 }, (_, index) => `line ${String.fromCharCode(97 + index)}`);
  const replies = await Promise.all(texts.map((text) => save(token, text)));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  const [[, note] = []] = await notesOf(token);
  expect(note?.split('\n\n').sort()).toEqual(texts);
});

test('saveOwnNote: only on a session of the agenda, with a session, as text of a bounded length', async () => {
  const { access_token: token } = await t.register();
  const unknown = refusal(404, 'There is no such session.');
  expect(await save(token, 'x', [], 'ada', 'speakers')).toEqual(unknown);
  expect(await save(token, 'x', [], 'acme', 'sponsors')).toEqual(unknown);
  expect(await save(token, 'x', [], 'opening', 'speakers')).toEqual(unknown);
  expect(await save(token, 'x', [], 'nothing')).toEqual(unknown);
  await t.services.db.updateTable('content').set({ hidden: 1 }).where('id', '=', 'closing').execute();
  t.clock.advance(2_000);
  expect(await save(token, 'x', [], 'closing')).toEqual(unknown);
  await t.services.db.updateTable('content').set({ hidden: 0 }).where('id', '=', 'closing').execute();
  expect((await t.send('saveOwnNote', { body: body('x') })).status).toBe(401);
  expect(await save(token, 'x'.repeat(NOTE_MAX + 1))).toEqual(
    refusal(400, CHECK, { note: 'Must be 2000 characters or less' }),
  );
  expect((await save(token, 'a\0b')).status).toBe(400);
  expect((await save(token, 'x', ['a\0b'])).status).toBe(400);
  const tooMany = { before: 'Must be 10 texts or fewer' };
  expect(await save(token, 'x', [...'1234567890a'])).toEqual(refusal(400, CHECK, tooMany));
  const { before: _, ...without } = body('x');
  expect(await t.send('saveOwnNote', { token, body: without })).toEqual(
    refusal(400, CHECK, { before: 'Must be a list of texts' }),
  );
  expect(await notesOf(token)).toEqual([]);
});

test('saveOwnNote: notes of several devices are joined up to 10,000 characters; then the later one is refused', async () => {
  const { access_token: token } = await t.register();
  for (const letter of ['a', 'b', 'c', 'd']) await save(token, letter.repeat(NOTE_MAX));
  const refused = await save(token, 'e'.repeat(NOTE_MAX));
  expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('too long together') } });
  const [[, long = ''] = []] = await notesOf(token);
  expect(long).toHaveLength(4 * NOTE_MAX + 3 * 2);
  // It can be shortened.
  expect(await save(token, 'short', [long])).toEqual(stored('short'));
});

test('saveOwnNote: what the staff reads of the person, the session and its own records says nothing of it', async () => {
  const { access_token: token, profile } = await t.register();
  await save(token, 'for me alone');
  const { browser } = await signedInMember(t, 'owner');
  const params = { personId: profile.id, removedId: (await t.register()).profile.id };
  const read = [
    await browser.ask('getPerson', { params }),
    await browser.ask('getMergePreview', { params }),
    await browser.ask('getItemFigures', { query: { kind: 'session' } }),
    await browser.ask('getAuditLog', {}),
    await t.services.db.selectFrom('changes').selectAll().execute(),
  ];
  expect(JSON.stringify(read)).not.toMatch(/for me alone|own.?note/i);
});

test('saveOwnNote: an account may store 300 an hour (decision 011)', async () => {
  const { access_token: token, profile } = await t.register();
  await save(token, 'first');
  const key = `note ${profile.id}`;
  const used = await t.services.db.updateTable('rate_limits').set({ count: 300 }).where('key', '=', key).execute();
  expect(used[0]?.numUpdatedRows).toBe(1n);
  expect((await save(token, 'second', ['first'])).status).toBe(429);
  expect(await notesOf(token)).toEqual([['opening', 'first']]);
});
