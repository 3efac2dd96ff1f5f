import { announcementForm, endNow, timeFromNow } from '@companion/testkit/announce';
import { refusal } from '@companion/testkit/apiClient';
import { followLive, followStream } from '@companion/testkit/followLive';
import { signedInMember, staffBrowser, stageScreen } from '@companion/testkit/staffBrowser';
import { startTwoNodes, type TwoNodes } from '@companion/testkit/twoNodes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR, MINUTE, SECOND } from '../platform/time.ts';

let t: TwoNodes;
beforeAll(async () => {
  t = await startTwoNodes();
});
afterAll(() => t.stop());

const shown = async (token: string, node: TwoNodes['second'] = t.first) =>
  (await node.ask('getAnnouncements', { token })).results.map(({ text }) => text);

test('announcements: nothing leaves the server within 30 seconds, then it is on every phone of every node until it ends', async () => {
  const { browser } = await signedInMember(t.first, 'editor');
  const { access_token: token } = await t.first.register();
  const phone = await followLive(t.secondUrl, token);
  const texts = () => phone.state.announcement?.forAll.map(({ text }) => text);
  await expect.poll(texts).toEqual([]);
  const body = await announcementForm(t.first, { title: 'Lunch', endsAt: await timeFromNow(t.first, 3 * MINUTE) });
  const { results: planned } = await browser.ask('planAnnouncement', { body });
  expect(planned).toMatchObject({ state: 'planned', title: 'Lunch', isPersonal: false, by: 'The editor' });
  expect(Date.parse(planned.sendsAt) - t.first.clock.now()).toBeGreaterThan(25 * SECOND);
  t.advance(20 * SECOND);
  expect(await shown(token)).toEqual([]);
  expect(texts()).toEqual([]);

  t.advance(11 * SECOND);
  await expect.poll(texts).toEqual([body.text]);
  expect(await shown(token, t.second)).toEqual([body.text]);
  const { announcements, sessions } = (await browser.ask('getAnnouncementList')).results;
  expect(announcements[0]?.state).toBe('shown');
  // Also those without speakers, to which no questions are asked.
  expect(sessions?.map(({ contentId }) => contentId)).toEqual(['opening', 'closing']);

  t.advance(3 * MINUTE);
  await expect.poll(texts).toEqual([]);
  expect(await shown(token)).toEqual([]);
  expect((await browser.ask('getAnnouncementList')).results.announcements[0]?.state).toBe('ended');
  phone.leave();
});

test('announcements: taken back within 30 seconds, no phone ever shows it; ended later, it is gone from every phone', async () => {
  const { browser } = await signedInMember(t.first, 'owner');
  const { access_token: token } = await t.first.register();
  const phone = await followLive(t.secondUrl, token);
  const plan = async (text: string) =>
    (await browser.ask('planAnnouncement', { body: await announcementForm(t.first, { text }) })).results.id;
  const end = (announcementId: string) => browser.ask('endAnnouncement', { params: { announcementId } });

  const first = await plan('A slip of the hand.');
  expect((await end(first)).results).toEqual({ wasSent: false, mailsSent: 0, smsSent: 0 });
  expect((await browser.send('endAnnouncement', { params: { announcementId: first } })).status).toBe(409);
  const second = await plan('The doors are open.');
  t.advance(31 * SECOND);
  await expect.poll(() => phone.state.announcement?.forAll.map(({ text }) => text)).toEqual(['The doors are open.']);
  expect((await end(second)).results.wasSent).toBe(true);
  await expect.poll(() => phone.state.announcement?.forAll).toEqual([]);
  expect(phone.text).not.toContain('A slip of the hand.');
  phone.leave();
  const states = (await browser.ask('getAnnouncementList')).results.announcements.map(({ id, state }) => [id, state]);
  expect(states).toEqual(
    expect.arrayContaining([
      [first, 'cancelled'],
      [second, 'ended'],
    ]),
  );
});

test('announcements: a plan that is repeated after a lost answer is one announcement with one entry of the audit log', async () => {
  const { browser, member } = await signedInMember(t.first, 'editor');
  const given = { body: await announcementForm(t.first), headers: { 'idempotency-key': 'plan-1' } };
  const first = await browser.ask('planAnnouncement', given);
  const again = await browser.ask('planAnnouncement', given);
  expect(again).toEqual(first);
  const { db } = t.first.services;
  const planned = await db.selectFrom('announcements').select('id').where('created_by', '=', member.id).execute();
  expect(planned).toEqual([{ id: first.results.id }]);
  const audit = await db.selectFrom('audit_log').select('action').where('staff_id', '=', member.id).execute();
  expect(audit).toEqual([{ action: 'planAnnouncement' }]);
  await endNow(t.first, first.results.id);
});

test('announcements: whom one is not for learns nothing of it: not by the stream, the state, the list or an ETag', async () => {
  const { browser } = await signedInMember(t.first, 'editor');
  const { access_token: outsider } = await t.first.register({ organizationType: 'Large' });
  const { access_token: insider, profile } = await t.first.register({ organizationType: 'WOSB' });
  const { access_token: voter } = await t.first.register({ organizationType: 'Large' });
  await t.first.ask('createVote', { token: voter, body: { campaignId: 'agenda', contentId: 'opening', vote: 'up' } });
  const stage = await stageScreen(t.first, (await signedInMember(t.first, 'host')).member.id);
  const cookie = [...stage.cookies].map((pair) => pair.join('=')).join('; ');
  const screen = await followStream(`${t.first.url}/api/staff/live`, { cookie });
  const etagOf = async (token: string) => (await t.first.request('getAnnouncements', { token })).headers.get('etag');
  const etagBefore = await etagOf(outsider);
  const stream = await followLive(t.secondUrl, outsider);

  const secrets = ['For women-owned firms.', 'For those in the opening.'];
  const audiences = [
    { audience: 'organizationType', audienceValue: 'WOSB' },
    { audience: 'session', audienceValue: 'opening' },
  ] as const;
  for (const [index, audience] of audiences.entries()) {
    const body = await announcementForm(t.first, { text: secrets[index] ?? '', title: `Secret ${index}`, ...audience });
    await browser.ask('planAnnouncement', { body });
  }
  const before = stream.state.announcement?.personal;
  t.advance(31 * SECOND);
  await expect.poll(() => stream.state.announcement?.personal).not.toBe(before);
  // They begin one after the other, and each node learns of them by itself.
  await expect.poll(() => shown(voter, t.second)).toEqual(['For those in the opening.']);
  const markOf = async (node: TwoNodes['second']) =>
    (await node.ask('getLiveState', { token: outsider })).results.announcement?.personal;
  await expect.poll(async () => (await markOf(t.first)) === (await markOf(t.second))).toBe(true);

  expect(await shown(insider)).toEqual(['For women-owned firms.']);
  expect(await shown(outsider)).toEqual([]);
  expect(await etagOf(outsider)).toBe(etagBefore);
  expect(await etagOf(insider)).not.toBe(etagBefore);
  // All that others can see is a mark, which is the same for all.
  const { announcement } = (await t.first.ask('getLiveState', { token: outsider })).results;
  expect((await t.second.ask('getLiveState', { token: insider })).results.announcement).toEqual(announcement);
  expect(announcement).toEqual({ forAll: [], personal: expect.stringMatching(/^[\w-]{16}$/) });
  const seen = stream.text + screen.text + JSON.stringify(announcement);
  for (const hidden of [...secrets, 'Secret', 'WOSB', profile.id]) expect(seen).not.toContain(hidden);
  expect(screen.state).not.toHaveProperty('announcement');
  stream.leave();
  screen.leave();

  // Whoever leaves the audience is shown it no more.
  await t.first.ask('updateAccount', {
    token: insider,
    params: { id: profile.id },
    body: { ...profile, organizationType: 'MBE' },
  });
  expect(await shown(insider)).toEqual([]);
});

test('announcements: a planned one is edited, a sent one is not, and its fields are checked', async () => {
  const { browser } = await signedInMember(t.first, 'editor');
  const form = await announcementForm(t.first, { sendsAt: await timeFromNow(t.first, HOUR), contentId: 'opening' });
  const { results: planned } = await browser.ask('planAnnouncement', { body: form });
  expect(planned).toMatchObject({
    session: { campaignId: 'agenda', contentId: 'opening' },
    sendsAtThere: form.sendsAt,
  });
  const edit = (more: object) =>
    browser.send('editAnnouncement', { params: { announcementId: planned.id }, body: { ...form, ...more } });
  expect((await edit({ text: 'Dinner is in the west hall.' })).body).toMatchObject({
    results: { text: 'Dinner is in the west hall.', state: 'planned' },
  });
  const wrong = {
    text: '',
    title: 'x'.repeat(61),
    endsAt: await timeFromNow(t.first, 30 * MINUTE),
    sendsAt: await timeFromNow(t.first, -HOUR),
    contentId: 'nowhere',
    audienceValue: 'WOSB',
  };
  for (const [field, value] of Object.entries(wrong)) {
    const { status, body } = await edit({ [field]: value });
    expect([status, Object.keys(Object(Object(body).errors))]).toEqual([400, [field]]);
  }
  // A time that clocks skip, as in spring.
  expect((await edit({ endsAt: '2031-03-09T02:30' })).status).toBe(400);
  t.advance(HOUR + SECOND);
  expect(
    (
      await (
        await signedInMember(t.first, 'editor')
      ).browser.send('editAnnouncement', {
        params: { announcementId: planned.id },
        body: form,
      })
    ).status,
  ).toBe(409);
  const audit = await t.first.services.db
    .selectFrom('audit_log')
    .selectAll()
    .where('entity_id', '=', planned.id)
    .execute();
  expect(audit.map(({ action }) => action).sort()).toEqual(['editAnnouncement', 'planAnnouncement']);
  expect(JSON.stringify(audit)).not.toContain('west hall');
});

test('announcements: an edit that began before another member has changed it is refused', async () => {
  const { browser } = await signedInMember(t.first, 'owner');
  const form = await announcementForm(t.first, { sendsAt: await timeFromNow(t.first, HOUR) });
  const { results: planned } = await browser.ask('planAnnouncement', { body: form });
  const params = { announcementId: planned.id };
  const save = (text: string, version: number | undefined) =>
    browser.send('editAnnouncement', { params, body: { ...form, text, version } });
  const version = planned.version;
  expect(version).toEqual(expect.any(Number));

  // Within the same millisecond, too.
  const first = await save('Changed by one.', version);
  expect(first.status).toBe(200);
  const late = await save('Changed by another.', version);

  expect(late).toEqual(
    refusal(
      409,
      'Another member has changed this announcement in the meantime. Look at it below; save again to replace it.',
    ),
  );
  const listed = async () =>
    (await browser.ask('getAnnouncementList')).results.announcements.find(({ id }) => id === planned.id);
  expect(await listed()).toMatchObject({ text: 'Changed by one.' });
  expect((await save('Changed by another.', (await listed())?.version)).status).toBe(200);
  // A console of an earlier version does not say with what it began.
  expect((await save('Changed by a third.', undefined)).status).toBe(200);
  await browser.ask('endAnnouncement', { params });
});

test('announcements: a host reads them and announces nothing', async () => {
  const { browser } = await signedInMember(t.first, 'host');
  expect((await browser.send('getAnnouncementList')).status).toBe(200);
  const body = await announcementForm(t.first);
  for (const name of ['planAnnouncement', 'testAnnouncement'] as const) {
    expect((await browser.send(name, { body })).body).toMatchObject({ code: 'role' });
  }
  expect((await staffBrowser({ url: t.first.url }).send('getAnnouncementList')).status).toBe(401);
});
