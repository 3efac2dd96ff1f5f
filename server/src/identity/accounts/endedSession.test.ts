import { profileFields } from '@companion/contract/account';
import type { Credentials } from '@companion/contract/session';
import { type Reply, refusal } from '@companion/testkit/apiClient';
import { simulatedPhone } from '@companion/testkit/testServer';
import { startTwoNodes, type TwoNodes } from '@companion/testkit/twoNodes';
import { untilBlocked } from '@companion/testkit/untilBlocked';
import { afterAll, beforeAll, expect, test } from 'vitest';

let nodes: TwoNodes;
let t: TwoNodes['first'];
beforeAll(async () => {
  nodes = await startTwoNodes();
  t = nodes.first;
});
afterAll(() => nodes.stop());

const SIGNED_OUT = refusal(401, 'Please sign in.');
let numbers = 1100;
const mine = ({ profile, access_token }: Credentials) => ({ token: access_token, params: { id: profile.id } });
const signOut = ({ refresh_token }: Credentials) => t.ask('logout', { body: { refresh_token } });
const phoneOf = async ({ profile: { id } }: Credentials) =>
  (await t.services.db.selectFrom('accounts').select('phone').where('id', '=', id).executeTakeFirstOrThrow()).phone;
const claimsOf = ({ profile: { id } }: Credentials) =>
  t.services.db.selectFrom('phone_changes').selectAll().where('account_id', '=', id).execute();

/** Signs in the owner of a proved phone who has claimed another number; returns the code that was texted to it. */
async function claim() {
  const owner = await t.registerProved();
  const phone = simulatedPhone(numbers++);
  await t.ask('updateAccount', { ...mine(owner), body: { ...profileFields.parse(owner.profile), phone } });
  const code = /^\d{6}/.exec((await t.textsTo(phone))[0] ?? '')?.[0] ?? '';
  return { owner, code };
}

test('logout: ends the claim of a new phone, also for a node that still accepts the token (decision 022)', async () => {
  const { owner, code } = await claim();
  expect((await nodes.second.send('getContent', { token: owner.access_token })).status).toBe(200);

  await signOut(owner);

  expect(await claimsOf(owner)).toEqual([]);
  expect(await nodes.second.send('provePhone', { ...mine(owner), body: { code } })).toEqual(SIGNED_OUT);
  expect(await nodes.second.send('sendPhoneCode', mine(owner))).toEqual(SIGNED_OUT);
  expect(await nodes.second.send('cancelPhoneChange', mine(owner))).toEqual(SIGNED_OUT);
  expect(await nodes.second.send('sendEmailProof', mine(owner))).toEqual(SIGNED_OUT);
  expect(await phoneOf(owner)).toBe(owner.profile.phone);
});

test('provePhone: is rejected if its session ends while it waits (decision 022)', async () => {
  const { owner, code } = await claim();

  let reply: Promise<Reply> | undefined;
  await t.services.db.transaction().execute(async (trx) => {
    await trx.updateTable('accounts').set({ updated_at: 0 }).where('id', '=', owner.profile.id).execute();
    reply = t.send('provePhone', { ...mine(owner), body: { code } });
    await untilBlocked(t, 1);
    const ended = { ended_at: t.clock.now() };
    await trx.updateTable('sessions').set(ended).where('account_id', '=', owner.profile.id).execute();
  });

  expect(await reply).toEqual(SIGNED_OUT);
  expect(await phoneOf(owner)).toBe(owner.profile.phone);
});

test('refresh: a stolen token that ends its family also ends the claim of a new phone (decision 022)', async () => {
  const { owner } = await claim();
  let newest = owner;
  for (let i = 0; i < 3; i++) newest = await t.ask('refresh', { body: { refresh_token: newest.refresh_token } });

  expect((await t.send('refresh', { body: { refresh_token: owner.refresh_token } })).status).toBe(401);

  expect(await claimsOf(owner)).toEqual([]);
});
