import { PAIRING_CODE_LENGTH, PAIRING_LETTERS } from '@companion/contract/staff/stagePairing';
import { refusal, SIGN_IN } from '@companion/testkit/apiClient';
import { type StaffBrowser, signedInMember, staffBrowser } from '@companion/testkit/staffBrowser';
import { startTwoNodes, type TwoNodes } from '@companion/testkit/twoNodes';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CODES_PER_MEMBER, PAIRINGS_PER_ADDRESS } from '../../http/stagePairingLimits.ts';
import { MINUTE } from '../../platform/time.ts';
import { sweep } from '../../sweep.ts';
import { MAX_PAIRINGS, PAIRING_LIFETIME } from './stagePairings.ts';

let t: TwoNodes;
let host: StaffBrowser;
let hostId: string;
beforeAll(async () => {
  t = await startTwoNodes();
});
afterAll(() => t.stop());
beforeEach(async () => {
  // Each test has limits and screens of its own.
  t.advance(PAIRING_LIFETIME + MINUTE);
  await t.first.services.db.deleteFrom('stage_screens').execute();
  const { browser, member } = await signedInMember(t.first, 'host');
  host = browser;
  hostId = member.id;
});

const rows = (table: 'stage_pairings' | 'stage_screens') => t.first.services.db.selectFrom(table).selectAll().execute();

/** A browser that opens the stage without a key. */
async function openScreen() {
  const screen = staffBrowser(t.first);
  const { results } = await screen.ask('beginStagePairing', { body: {} });
  const claim = async (token = results.token) =>
    (await screen.ask('claimStageScreen', { body: { token } })).results.state;
  return { ...results, screen, claim };
}
const pair = (code: string, name = 'Main hall') => host.send('pairStageScreen', { body: { code, name } });
const mustPair = async (code: string) =>
  (await host.ask('pairStageScreen', { body: { code, name: 'Main hall' } })).results;
const notFound = { status: 404, body: { errors: { code: expect.stringMatching(/^No screen shows this code/) } } };

test('pairing: a member enters the code on one node, and the screen claims its key on the other, once (decision 059)', async () => {
  const { code, token, screen, claim } = await openScreen();
  expect(code).toMatch(new RegExp(`^[${PAIRING_LETTERS}]{${PAIRING_CODE_LENGTH}}$`));
  expect(screen.cookies.size).toBe(0);
  expect(await claim()).toBe('waiting');
  const stored = JSON.stringify(await rows('stage_pairings'));
  expect(stored).not.toContain(code);
  expect(stored).not.toContain(token);

  const paired = await mustPair(` ${code.slice(0, 3).toLowerCase()} ${code.slice(3)}`);
  expect(paired).toMatchObject({ name: 'Main hall', createdBy: 'The host', lastUsedAt: null });
  const other = staffBrowser({ url: t.secondUrl }, screen.cookies);
  expect((await other.ask('claimStageScreen', { body: { token } })).results.state).toBe('connected');
  expect((await other.ask('getStageScreen')).results).toEqual({ name: 'Main hall' });

  // Neither the code nor the secret counts again.
  expect(await pair(code, 'Another')).toMatchObject(notFound);
  const thief = staffBrowser(t.first);
  expect((await thief.ask('claimStageScreen', { body: { token } })).results.state).toBe('ended');
  expect(thief.cookies.size).toBe(0);
  expect((await rows('stage_screens')).length).toBe(1);
  const audited = await t.first.services.db
    .selectFrom('audit_log')
    .select(['action', 'entity', 'entity_id', 'fields'])
    .where('staff_id', '=', hostId)
    .execute();
  const entry = { action: 'pairStageScreen', entity: 'stageScreen', fields: '["name"]' };
  expect(audited).toEqual([{ ...entry, entity_id: paired.id }]);
});

test('pairing: a screen that lost the answer claims again, and the key before is worth nothing', async () => {
  const { code, screen, claim } = await openScreen();
  await pair(code);
  expect(await claim()).toBe('connected');
  const lost = staffBrowser(t.first, new Map(screen.cookies));
  expect(await claim()).toBe('connected');

  expect(await lost.send('getStageScreen')).toEqual(refusal(401, SIGN_IN));
  expect((await screen.ask('getStageScreen')).results.name).toBe('Main hall');
});

test('pairing: of two members who enter one code at once exactly one gets the screen', async () => {
  const { code } = await openScreen();
  const { browser: second } = await signedInMember({ ...t.first, url: t.secondUrl }, 'editor');
  const answers = await Promise.all([pair(code), second.send('pairStageScreen', { body: { code, name: 'Side' } })]);

  expect(answers.map(({ status }) => status).sort()).toEqual([201, 404]);
  expect((await rows('stage_screens')).length).toBe(1);
});

test('pairing: who reads the code, or invents a secret, gets no key', async () => {
  const { code, token } = await openScreen();
  const stranger = staffBrowser(t.first);
  expect(await stranger.send('pairStageScreen', { body: { code, name: 'Mine' } })).toEqual(refusal(401, SIGN_IN));
  await pair(code);
  for (const invented of [code, `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, 'x'.repeat(43)]) {
    expect((await stranger.ask('claimStageScreen', { body: { token: invented } })).results.state).toBe('ended');
  }
  expect(stranger.cookies.size).toBe(0);
});

test('pairing: a code ends after ten minutes or when the screen gets another, and is swept', async () => {
  const { code, token, screen, claim } = await openScreen();
  t.advance(PAIRING_LIFETIME - MINUTE);
  const { results: renewed } = await screen.ask('beginStagePairing', { body: { token } });
  expect(renewed.token).toBe(token);
  expect(renewed.code).not.toBe(code);
  expect(await rows('stage_pairings')).toHaveLength(1);
  expect(await pair(code)).toMatchObject(notFound);

  t.advance(PAIRING_LIFETIME + 1);
  expect(await pair(renewed.code)).toMatchObject(notFound);
  expect(await claim()).toBe('ended');
  expect((await screen.ask('beginStagePairing', { body: { token } })).results.token).not.toBe(token);
  await sweep(t.first.services);
  expect(await rows('stage_pairings')).toHaveLength(1);
  expect(await rows('stage_screens')).toEqual([]);
});

test('pairing: a stage screen that is revoked before the browser has claimed its key gives none', async () => {
  const { code, screen, claim } = await openScreen();
  const { id } = await mustPair(code);
  await host.ask('revokeStageScreen', { params: { stageScreenId: id } });

  expect(await claim()).toBe('ended');
  expect(screen.cookies.size).toBe(0);
});

test('pairing: codes for one address and entries of one member are limited, but not the next code of a screen that waits', async () => {
  const { token, screen } = await openScreen();
  const others = Array.from({ length: PAIRINGS_PER_ADDRESS }, () => screen.send('beginStagePairing', { body: {} }));
  const refused = (await Promise.all(others)).filter(({ status }) => status === 429);
  // Who stands at the screen is told what still works.
  const message = 'Too many screens ask for a code. Open a link that was made for this screen instead.';
  expect(refused).toEqual([expect.objectContaining({ body: expect.objectContaining({ message }) })]);
  const { results: next } = await screen.ask('beginStagePairing', { body: { token } });

  const wrong = Array.from({ length: CODES_PER_MEMBER }, () => pair(next.code === 'CCCCCC' ? 'DDDDDD' : 'CCCCCC'));
  expect(new Set((await Promise.all(wrong)).map(({ status }) => status))).toEqual(new Set([404]));
  expect((await pair(next.code)).status).toBe(429);
});

test('pairing: strangers who keep the table full take neither a code from a new screen nor the key from a paired one', async () => {
  await sweep(t.first.services);
  const { code, claim } = await openScreen();
  const { id: stage_screen_id } = await mustPair(code);
  const expires_at = t.first.services.now() + PAIRING_LIFETIME;
  // All but three are of screens whose code was entered: a choice that does not spare them meets one of them.
  const others = Array.from({ length: MAX_PAIRINGS - 1 }, (_, i) => ({
    ...{ id: `other ${i}`, token_hash: `other ${i}`, expires_at },
    ...(i < 3 ? { code_hmac: `other ${i}`, stage_screen_id: null } : { code_hmac: null, stage_screen_id }),
  }));
  for (let from = 0; from < others.length; from += 100) {
    const some = others.slice(from, from + 100);
    await t.first.services.db.insertInto('stage_pairings').values(some).execute();
  }

  for (let i = 0; i < 5; i++) {
    const screen = await openScreen();
    expect(await screen.claim()).toBe('waiting');
  }
  const { code: last } = await openScreen();
  const stored = await rows('stage_pairings');
  expect(stored).toHaveLength(MAX_PAIRINGS);
  expect(stored.filter((row) => row.stage_screen_id === null)).toHaveLength(3);
  expect((await pair(last)).status).toBe(201);
  expect(await claim()).toBe('connected');
});
