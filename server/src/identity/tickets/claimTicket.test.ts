import { profileFields } from '@companion/contract/account';
import { refusal } from '@companion/testkit/apiClient';
import { type AttendeeTest, emailOf, newNumber, startAttendeeTest } from '@companion/testkit/attendeeTest';
import { attendee } from '@companion/testkit/testServer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { erasePerson } from '../../archive/erasePerson.ts';
import { MINUTE } from '../../platform/time.ts';
import { findPerson } from '../accounts/findPerson.ts';

let t: AttendeeTest;
beforeAll(async () => {
  t = await startAttendeeTest();
  t.clock.set('2031-06-01T12:00:00Z');
});
afterAll(() => t.stop());

const TAKEN = 'This email address is already registered';
const account = (id: string) =>
  t.services.db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Registers an account with the e-mail of a ticket that is imported afterwards. */
async function squat() {
  const number = newNumber();
  const squatter = await t.register({ email: emailOf(number) });
  await t.importRows([{ 'Attendee #': number }]);
  return { number, squatter };
}

test('claim: the holder of a ticket gets ticket and e-mail from an account that never proved the e-mail and otherwise stays (decision 022)', async () => {
  const { number, squatter } = await squat();
  const body = { campaignId: 'agenda', contentId: 'opening', vote: 'up' };
  await t.ask('createVote', { token: squatter.access_token, body });

  const holder = await t.activate(number, { email: emailOf(number) });

  const ticketId = (await t.ticketOf(number)).account_id ?? '';
  expect(ticketId).toBe(holder.profile.id);
  expect(await account(ticketId)).toMatchObject({
    ...{ email_key: emailOf(number), email_claim_key: null, email_proved_at: expect.any(Number) },
  });
  const { access_token: token, profile } = squatter;
  const { results } = await t.ask('getAccount', { token, params: { id: profile.id } });
  expect(results).toEqual({ ...profile, email: '' });
  const votes = t.services.db.selectFrom('votes').select('vote').where('account_id', '=', profile.id);
  expect(await votes.execute()).toEqual([{ vote: 'up' }]);
});

test('claim: registering with a claimed e-mail is 409 and mails the holder; another import changes nothing (decision 031)', async () => {
  const { number, squatter } = await squat();
  const again = await t.importRows([{ 'Attendee #': number }]);
  expect(again.join('\n')).toContain('unchanged');

  const reply = await t.send('createAccount', { body: { ...attendee(), email: emailOf(number) } });

  expect(reply).toEqual(refusal(409, `${TAKEN}.`, { email: TAKEN }));
  const [token] = await t.tokensTo(emailOf(number));
  const { profile } = await t.ask('autologin', { body: { token } });
  expect(profile).toMatchObject({ id: (await t.ticketOf(number)).account_id, registrationComplete: false });
  // The first registrant can still edit their account.
  const body = { ...profileFields.parse(squatter.profile), firstName: 'Grace' };
  const params = { id: squatter.profile.id };
  expect((await t.send('updateAccount', { token: squatter.access_token, params, body })).status).toBe(200);
});

test('claim: a registered account that proves the e-mail gets the ticket (decision 022)', async () => {
  const number = newNumber();
  const owner = await t.registerProved({ email: emailOf(number) });
  await t.importRows([{ 'Attendee #': number }]);
  const made = (await t.ticketOf(number)).account_id ?? '';
  expect(made).not.toBe(owner.profile.id);
  const opened = await t.open(number);

  const proof = (await t.outbox()).flatMap(({ to, text }) =>
    to === emailOf(number) ? (/\?confirm=([\w.-]+)/.exec(text)?.[1] ?? []) : [],
  )[0];
  const given = { token: owner.access_token, params: { id: owner.profile.id }, body: { token: proof } };
  expect((await t.send('proveEmail', given)).status).toBe(200);

  expect((await t.ticketOf(number)).account_id).toBe(owner.profile.id);
  expect(await account(made)).toMatchObject({ email_key: null, email_claim_key: null });
  expect((await t.send('autologin', { body: { token: opened.token } })).status).toBe(401);
});

test('claim: a session that was not opened from a mail to the address cannot have the address (decision 022)', async () => {
  const number = newNumber();
  const registered = await t.registerProved({ email: emailOf(number) });
  const { phone } = attendee();
  await t.importRows([{ 'Attendee #': number, 'Cell Phone': phone }]);
  const { code } = await t.requestSignIn(phone);
  const buyer = await t.ask('smsLogin', { body: { phone, code } });
  const activate = (email: string) => {
    const body = { ...attendee(), phone, email, registrationComplete: true };
    return t.send('updateAccount', { token: buyer.access_token, params: { id: buyer.profile.id }, body });
  };

  expect(await activate(emailOf(number))).toEqual(refusal(409, `${TAKEN}.`, { email: TAKEN }));
  expect(await account(registered.profile.id)).toMatchObject({ email_key: emailOf(number) });

  // With another address they have their ticket all the same.
  expect((await activate(attendee().email)).status).toBe(200);
  expect((await t.ticketOf(number)).account_id).toBe(buyer.profile.id);
  expect(await account(registered.profile.id)).toMatchObject({ email_key: emailOf(number) });
});

test("updateAccount: before activation the e-mail stays the ticket's, and an activation with another one leaves it unproved (decision 022)", async () => {
  const [own, others] = [newNumber(), newNumber()];
  await t.importRows([{ 'Attendee #': own }]);
  const opened = await t.open(own);
  const edit = (more: object) => {
    const body = { ...attendee(), email: emailOf(others), ...more };
    return t.send('updateAccount', { token: opened.access_token, params: { id: opened.profile.id }, body });
  };

  const message = 'To change your email, first complete your registration';
  expect(await edit({})).toEqual(refusal(409, `${message}.`, { email: message }));
  expect(await account(opened.profile.id)).toMatchObject({ email_key: emailOf(own) });

  expect((await edit({ registrationComplete: true })).status).toBe(200);
  expect(await account(opened.profile.id)).toMatchObject({ email_key: emailOf(others), email_proved_at: null });
  await t.importRows([{ 'Attendee #': others }]);
  const holder = await t.activate(others, { email: emailOf(others) });
  expect(holder.profile.id).not.toBe(opened.profile.id);
  expect(await account(holder.profile.id)).toMatchObject({ email_key: emailOf(others) });
});

test('findPerson: with a claim two accounts share an e-mail, so it requires an id (decision 022)', async () => {
  const { number, squatter } = await squat();
  const holder = (await t.ticketOf(number)).account_id ?? '';

  const found = findPerson(t.services.db, emailOf(number));
  await expect(found).rejects.toThrow(
    `${holder} (of the ticket) and ${squatter.profile.id} (registered with it, not proved)`,
  );

  await erasePerson(t.services, await findPerson(t.services.db, squatter.profile.id));
  expect((await t.ticketOf(number)).erased_at).toBeNull();
  expect((await findPerson(t.services.db, emailOf(number))).account?.id).toBe(holder);
});

test('confirmed: a prepared account once it is activated, with what it has sent before; a mailed link alone confirms nothing (decision 056)', async () => {
  const number = newNumber();
  await t.importRows([{ 'Attendee #': number }]);
  const opened = await t.open(number);
  const body = { campaignId: 'agenda', contentId: 'opening', vote: 'up' };
  await t.ask('createVote', { token: opened.access_token, body });
  const { id } = opened.profile;
  const standings = t.services.db.selectFrom('votes').select('standing').where('account_id', '=', id);
  expect(opened.profile.confirmed).toBe(false);
  expect(await standings.execute()).toEqual([{ standing: 'unconfirmed' }]);

  const params = { id };
  const fields = { ...attendee(), email: emailOf(number), registrationComplete: true };
  const { results } = await t.ask('updateAccount', { token: opened.access_token, params, body: fields });

  expect(results.confirmed).toBe(true);
  expect(await standings.execute()).toEqual([{ standing: 'confirmed' }]);
});

test('confirmed: one ticket confirms one account: who gave it up to the next owner of its address is not confirmed by it any more (decision 056)', async () => {
  const number = newNumber();
  await t.importRows([{ 'Attendee #': number }]);
  const first = await t.activate(number, { email: attendee().email });
  const body = { campaignId: 'agenda', contentId: 'opening', vote: 'up' };
  await t.ask('createVote', { token: first.access_token, body });
  expect(await account(first.profile.id)).toMatchObject({ confirmed_at: expect.any(Number) });

  // The reader of the ticket's mail registers with its address, and claims the ticket.
  await t.register({ email: emailOf(number) });
  t.clock.advance(2 * MINUTE);
  await t.send('createAccount', { body: { ...attendee(), email: emailOf(number) } });
  const [token] = await t.tokensTo(emailOf(number));
  const claimant = await t.ask('autologin', { body: { token } });
  const fields = { ...attendee(), registrationComplete: true };
  await t.ask('updateAccount', {
    token: claimant.access_token,
    params: { id: claimant.profile.id },
    body: fields,
  });

  expect((await t.ticketOf(number)).account_id).toBe(claimant.profile.id);
  expect(await account(claimant.profile.id)).toMatchObject({ confirmed_at: expect.any(Number) });
  expect(await account(first.profile.id)).toMatchObject({ confirmed_at: null });
  const standings = t.services.db.selectFrom('votes').select('standing').where('account_id', '=', first.profile.id);
  expect(await standings.execute()).toEqual([{ standing: 'unconfirmed' }]);
});
