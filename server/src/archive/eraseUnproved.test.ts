import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AttendeeTest, emailOf, newNumber, startAttendeeTest } from '../../../testkit/src/attendeeTest.ts';
import { changesDuring } from '../../../testkit/src/databaseChanges.ts';
import { runHere } from '../../../testkit/src/runEvent.ts';
import { attendee } from '../../../testkit/src/testServer.ts';
import { eraseCommand } from '../cli/dataCommands.ts';
import { findPerson } from '../identity/accounts/findPerson.ts';
import { countPerson, erasePerson } from './erasePerson.ts';

let t: AttendeeTest;
beforeAll(async () => {
  t = await startAttendeeTest();
});
afterAll(() => t.stop());

const erase = async (id: string) => erasePerson(t.services, await findPerson(t.services.db, id));
/** Registers an account with the address of two tickets that are imported later; the ticket's holder is invited. */
async function squat() {
  const [first, second] = [newNumber(), newNumber()];
  const { profile } = await t.register({ email: emailOf(first) });
  await t.importRows([{ 'Attendee #': first }, { 'Attendee #': second, Email: emailOf(first) }]);
  await t.command('invite', '--person', emailOf(first));
  return { first, second, squatter: profile };
}

test('erase: an account with an unproved e-mail removes no ticket, message or limit of others (decision 022)', async () => {
  const { first, second, squatter } = await squat();
  const other = { ...attendee(), email: emailOf(first) };
  expect((await t.send('createAccount', { body: other })).status).toBe(409);

  const counted = await countPerson(t.services, await findPerson(t.services.db, squatter.id));
  expect(counted).toMatchObject({ tickets: 0, outbox: 0, rate_limits: 0 });
  const changes = await changesDuring(t, () => erase(squatter.id));

  expect(Object.keys(changes).sort()).toEqual(['accounts', 'consents', 'erasures', 'sessions']);
  const limits = t.services.db
    .selectFrom('rate_limits')
    .select('key')
    .where('key', 'like', `%${emailOf(first)}`);
  expect(await limits.execute()).not.toEqual([]);
  expect(await t.ticketOf(second)).toMatchObject({ erased_at: null, email: emailOf(first) });
});

test('erase: the holder of the ticket removes everything with that e-mail (decision 022)', async () => {
  const { first, second, squatter } = await squat();
  const holder = (await t.ticketOf(first)).account_id ?? '';

  await erase(holder);

  expect((await t.ticketOf(first)).erased_at).not.toBeNull();
  expect((await t.ticketOf(second)).erased_at).not.toBeNull();
  expect((await t.outbox()).filter(({ to }) => to === emailOf(first))).toEqual([]);
  expect((await findPerson(t.services.db, squatter.id)).account?.id).toBe(squatter.id);
});

/** Activates a ticket from its text, then somebody registers with its address, so that another account claims it. */
async function claim({ activatedWith }: { activatedWith?: string } = {}) {
  const number = newNumber();
  const { phone } = attendee();
  await t.importRows([{ 'Attendee #': number, 'Cell Phone': phone }]);
  const { code } = await t.requestSignIn(phone);
  const { access_token: token, profile } = await t.ask('smsLogin', { body: { phone, code } });
  const body = { ...attendee(), phone, email: activatedWith ?? emailOf(number), registrationComplete: true };
  await t.ask('updateAccount', { token, params: { id: profile.id }, body });
  const squatter = activatedWith === undefined ? undefined : await t.register({ email: emailOf(number) });
  const registration = { ...attendee(), email: emailOf(number) };
  expect((await t.send('createAccount', { body: registration })).status).toBe(409);
  const claimants = () =>
    t.services.db.selectFrom('accounts').selectAll().where('email_claim_key', '=', emailOf(number)).execute();
  expect(await claimants()).toMatchObject([{ last_name: `Export ${number}`, registration_complete: 0 }]);
  return { number, owner: profile, squatter: squatter?.profile, claimants };
}

test('erase: an account that claims the address of a ticket, and has none, goes with the account that has the ticket', async () => {
  const { number, owner, claimants } = await claim();
  const [claimant] = await claimants();
  const opened = await t.ask('autologin', { body: { token: (await t.tokensTo(emailOf(number)))[0] } });
  const vote = { campaignId: 'agenda', contentId: 'opening', vote: 'up' };
  await t.ask('createVote', { token: opened.access_token, body: vote });

  expect(await countPerson(t.services, await findPerson(t.services.db, owner.id))).toMatchObject({
    accounts: 2,
    votes: 1,
  });
  await erase(owner.id);

  expect(await claimants()).toEqual([]);
  const votes = t.services.db
    .selectFrom('votes')
    .selectAll()
    .where('account_id', '=', claimant?.id ?? '');
  expect(await votes.execute()).toEqual([]);
  await t.command('invite', '--again-after', '0');
  expect(await t.tokensTo(emailOf(number))).toEqual([]);
});

test('erase: it goes also where the activation gave another e-mail, and stays where only a registration with the address goes', async () => {
  const { owner, squatter, claimants } = await claim({ activatedWith: attendee().email });
  await erase(squatter?.id ?? '');
  expect(await claimants()).toHaveLength(1);

  await erase(owner.id);
  expect(await claimants()).toEqual([]);
});

test('erase: a first ticket that was cancelled before the activation goes with the person who activated the next one', async () => {
  const [first, next] = [newNumber(), newNumber()];
  const ticket = { 'Attendee #': first };
  await t.importRows([ticket]);
  await t.importRows([{ ...ticket, 'Attendee Status': 'Deleted' }]);
  await t.importRows([{ 'Attendee #': next, Email: emailOf(first) }]);
  await t.command('invite', '--person', emailOf(first));
  const { access_token: token, profile } = await t.ask('autologin', {
    body: { token: (await t.tokensTo(emailOf(first)))[0] },
  });
  const body = { ...attendee(), email: emailOf(first), registrationComplete: true };
  await t.ask('updateAccount', { token, params: { id: profile.id }, body });

  await erase(emailOf(first));

  for (const each of [first, next]) expect((await t.ticketOf(each)).erased_at).not.toBeNull();
  const left = await t.services.db.selectFrom('accounts').select('id').where('email', '=', emailOf(first)).execute();
  expect(left).toEqual([]);
});

test('erase: --dry-run names the tickets, also those of other people with the same e-mail', async () => {
  const [first, second] = [newNumber(), newNumber()];
  await t.importRows([
    { 'Attendee #': first, 'First Name': 'Ann', 'Last Name': 'Export' },
    { 'Attendee #': second, 'First Name': 'Ben', 'Last Name': 'Export', Email: emailOf(first) },
  ]);
  const { account_id: _, ...ofBen } = await t.ticketOf(second);
  const listed = { ...ofBen, source: 'list', external_id: 'list-cleo', account_id: null, first_name: 'Cleo' } as const;
  await t.services.db.insertInto('tickets').values(listed).execute();

  const { output } = await runHere([eraseCommand], ['erase', emailOf(first), '--dry-run'], t.env, t.clock.now);

  const [counts, heading, ...tickets] = output.split('\n');
  expect(counts).toMatch(/^Would erase 3 tickets, .*Nothing was changed\.$/);
  expect(heading).toBe('Tickets that would be erased, and never be imported again:');
  expect(tickets.sort()).toEqual([
    `  attendee ${first}, Ann Export`,
    `  attendee ${second}, Ben Export`,
    '  on a list, Cleo Export',
  ]);
});

test('erase: of two accounts that have entered an e-mail, and not proved it, each is found by its id alone (decision 022)', async () => {
  const { profile: first } = await t.register();
  const { email } = first;
  const { access_token: token, profile: asking } = await t.registerProved();
  const body = { ...attendee(), email, phone: asking.phone };
  await t.ask('updateAccount', { token, params: { id: asking.id }, body });
  const mails = async () => (await t.outbox()).filter(({ to }) => to === email);
  expect(await mails()).toHaveLength(1);

  const both = `Several accounts have entered that e-mail: ${first.id}, ${asking.id}. Identify one by its id.`;
  await expect(findPerson(t.services.db, email)).rejects.toThrow(both);
  await erase(first.id);

  expect(await mails()).toHaveLength(1);
  expect((await findPerson(t.services.db, email.toUpperCase())).account?.id).toBe(asking.id);
  await erase(email);
  expect(await mails()).toEqual([]);
});

test('erase: an account with a number that another account is proving removes no message of that account (decision 022)', async () => {
  const { phone } = attendee();
  const owner = await t.registerProved();
  const { access_token: token, profile } = owner;
  const body = { ...attendee(), email: profile.email, phone };
  await t.ask('updateAccount', { token, params: { id: profile.id }, body });
  const squatter = await t.register({ phone });

  const changes = await changesDuring(t, () => erase(squatter.profile.id));

  expect(Object.keys(changes).sort()).toEqual(['accounts', 'consents', 'erasures', 'sessions']);
  const code = (await t.textsTo(phone))[0]?.slice(0, 6);
  const proved = await t.ask('provePhone', { token, params: { id: profile.id }, body: { code } });
  expect(proved.results.phone).toBe(phone);
});

test("erase: who cancelled a ticket before the activation is found by its e-mail and phone, as long as neither is another account's", async () => {
  const [number, again] = [newNumber(), newNumber()];
  const { phone } = attendee();
  const cancelled = { 'Attendee #': number, 'Cell Phone': phone, 'Attendee Status': 'Deleted' };
  await t.importRows([{ 'Attendee #': number, 'Cell Phone': phone }]);
  await t.command('invite', '--person', emailOf(number));
  await t.importRows([cancelled]);
  const closed = (await t.ticketOf(number)).account_id;

  for (const who of [emailOf(number).toUpperCase(), phone]) {
    expect((await findPerson(t.services.db, who)).account?.id).toBe(closed);
  }
  const { profile: owner } = await t.register({ email: emailOf(number), phone });
  for (const who of [emailOf(number), phone]) {
    expect((await findPerson(t.services.db, who)).account?.id).toBe(owner.id);
  }
  // Messages to the address may be its owner's by now.
  expect(await findPerson(t.services.db, closed ?? '')).toMatchObject({ emailKeys: [], phones: [] });
  await erase(owner.id);
  const shared = { 'Attendee #': again, Email: emailOf(number) };
  await t.importRows([shared]);
  await t.importRows([{ ...shared, 'Attendee Status': 'Deleted' }]);
  // One that waits for the e-mail, and is cancelled first.
  const waited = { 'Attendee #': newNumber(), Email: emailOf(number) };
  await t.importRows([shared, waited]);
  await t.importRows([{ ...waited, 'Attendee Status': 'Deleted' }]);
  await t.importRows([{ ...shared, 'Attendee Status': 'Deleted' }]);
  await erase(emailOf(number));

  for (const each of [number, again, waited['Attendee #']])
    expect((await t.ticketOf(each)).erased_at, each).not.toBeNull();
  expect((await t.outbox()).filter(({ to }) => to === emailOf(number))).toEqual([]);
});
