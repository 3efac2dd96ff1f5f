import { randomInt } from 'node:crypto';
import { toE164 } from '@companion/contract/usPhone';
import { enqueue } from '@companion/server/messages/outbox';
import { announce } from './announce.ts';
import type { ServerTest } from './serverTest.ts';
import { attendee } from './testServer.ts';

const OPENING = { campaignId: 'agenda', contentId: 'opening' };

/**
 * Creates a person with rows in every table about people: they sign in by code and by link, change their phone, set a
 * password, answer, vote, comment, share an item, send feedback, have a ticket, were invited, and got an announcement
 * by mail.
 * @param mark is part of every text that they write
 */
export async function attendFully(t: ServerTest, mark: string) {
  const headers = { 'idempotency-key': `registration ${mark}` };
  const fields = { ...attendee(), lastName: mark };
  const first = await t.ask('createAccount', { body: fields, headers });
  const { profile } = first;
  const { code, linkToken } = await t.requestSignIn(fields.phone);
  const { access_token: token } = await t.ask('smsLogin', { body: { phone: fields.phone, code } });
  await t.ask('confirmRegistration', { token, params: { id: profile.id }, body: { mine: true } });
  await t.ask('autologin', { body: { token: linkToken } });

  const answer = { campaignId: 'pre-event', questionId: 'pre-many', answers: [1, 3], comment: `a remark of ${mark}` };
  await t.ask('answerQuestion', { token, params: { questionId: 'pre-many' }, body: answer });
  // As after a host has approved the remark for the stage.
  await t.services.db
    .insertInto('answer_approvals')
    .values({ account_id: profile.id, question_id: 'pre-many', approved_at: t.clock.now() })
    .execute();
  // As after an answer that someone else has given in their name.
  await t.services.db
    .insertInto('withdrawn_answers')
    .values({ account_id: profile.id, question_id: 'pre-one' })
    .execute();
  await t.ask('createVote', { token, body: { ...OPENING, vote: 'up' } });
  await t.ask('createComment', { token, body: { ...OPENING, comment: `an earlier comment of ${mark}` } });
  await t.ask('updateComment', { token, body: { ...OPENING, comment: `a comment of ${mark}` } });
  await t.ask('saveSession', { token, body: { ...OPENING, saved: true } });
  await t.ask('saveOwnNote', { token, body: { ...OPENING, note: `a reminder of ${mark}`, before: [] } });
  // As after a host has hidden the comment.
  await t.services.db
    .insertInto('comment_moderations')
    .values({
      account_id: profile.id,
      content_id: OPENING.contentId,
      hidden_at: t.clock.now(),
      note: `a note about ${mark}`,
    })
    .execute();
  const asked = await t.ask('createAudienceQuestion', {
    token,
    body: { contentId: 'opening', text: `a question of ${mark}` },
  });
  await t.ask('upvoteAudienceQuestion', {
    token,
    params: { audienceQuestionId: asked.results.id },
    body: { upvoted: true },
  });
  const sent = { 'idempotency-key': `feedback ${mark}` };
  await t.ask('sendFeedback', { token, body: { message: `feedback of ${mark}` }, headers: sent });
  await t.ask('shareMail', { token, body: { ...OPENING, to: `friend.${mark}@example.org` } });

  const newPhone = attendee().phone;
  const body = { ...fields, phone: newPhone };
  await t.ask('updateAccount', { token, params: { id: profile.id }, body });
  // As after opening the mailed link.
  await t.services.db
    .updateTable('accounts')
    .set({ email_proved_at: t.clock.now() })
    .where('id', '=', profile.id)
    .execute();
  await t.ask('sendResetPassword', { body: { email: fields.email } });
  const mail = (await t.outbox()).find(({ text }) => text.includes('/reset-password?'));
  const resetToken = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const newPassword = `${mark} staple`;
  const claims = t.services.db.selectFrom('phone_changes').selectAll().where('account_id', '=', profile.id);
  const claim = await claims.executeTakeFirstOrThrow();
  await t.ask('resetPassword', { body: { resetToken, newPassword, confirmPassword: newPassword } });
  // As after signing in, claiming the number again, and making an own calendar.
  await t.services.db.insertInto('phone_changes').values(claim).execute();
  await t.services.db
    .insertInto('own_calendars')
    .values({ account_id: profile.id, nonce: `nonce of ${mark}`, created_at: t.clock.now() })
    .execute();
  await beTold(t, profile.id, mark);
  const ticket = await haveTicket(t, profile, mark);
  await getAnnouncement(t, profile.id);

  return {
    profile,
    token,
    refreshToken: first.refresh_token,
    linkToken,
    newPhone,
    ticket,
    e164: toE164(fields.phone) ?? '',
    newE164: toE164(newPhone) ?? '',
    /** Any of these in a table or a file is a trace of this person. */
    identifiers: [
      profile.id,
      fields.email,
      fields.phone,
      toE164(fields.phone) ?? '',
      newPhone,
      toE164(newPhone) ?? '',
    ].concat([
      `comment of ${mark}`,
      `remark of ${mark}`,
      `feedback of ${mark}`,
      `question of ${mark}`,
      `note about ${mark}`,
      `device of ${mark}`,
      `reminder of ${mark}`,
    ]),
    secrets: [code, linkToken, resetToken, first.refresh_token, '$argon2id'],
  };
}

/** Inserts the rows of an announcement by mail, after which the person has unsubscribed. */
async function getAnnouncement(t: ServerTest, accountId: string): Promise<void> {
  const { db, now } = t.services;
  const row = { account_id: accountId, created_at: now() };
  const announcementId = await announce(t);
  // As if all phones had been pushed to: the worker of the server changes nothing later.
  await db
    .updateTable('announcement_sendings')
    .set({ done_at: now() })
    .where('announcement_id', '=', announcementId)
    .execute();
  await db
    .insertInto('announcement_messages')
    .values({ ...row, announcement_id: announcementId, kind: 'mail', outbox_id: `announced` })
    .execute();
  await db.insertInto('announcement_opt_outs').values(row).execute();
}

/**
 * Inserts the rows of a notice about a saved session, of what the person wants to be told, and of a push to a device.
 */
async function beTold(t: ServerTest, accountId: string, mark: string): Promise<void> {
  const { db, now } = t.services;
  const at = now();
  const notice = { id: 'reminder opening', kind: 'reminder', content_id: 'opening', title: 'Soon: Opening' } as const;
  await db
    .insertInto('session_notices')
    .values({ ...notice, text: 'It begins at 9:00 AM.', created_at: at, ends_at: at, done_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db.insertInto('told_notices').values({ account_id: accountId, notice_id: notice.id, created_at: at }).execute();
  await db
    .insertInto('notice_settings')
    .values({ account_id: accountId, changes: 1, reminders: 1, announcements: 0, updated_at: at })
    .execute();
  const session = db.selectFrom('sessions').select('id').where('account_id', '=', accountId).limit(1);
  const device = { id: `device of ${mark}`, endpoint: `https://push.example.com/${mark}`, p256dh: '', auth: '' };
  await db
    .insertInto('push_devices')
    .values({ ...device, account_id: accountId, session_id: session, created_at: at })
    .execute();
  await db
    .insertInto('push_messages')
    .values({ source: notice.id, device_id: device.id, payload: '', expires_at: at, next_attempt_at: at, done_at: at })
    .execute();
}

/** Inserts the rows of an import and an invitation. */
async function haveTicket(t: ServerTest, { id, email }: { id: string; email: string }, mark: string): Promise<string> {
  const { db, now } = t.services;
  const ticket = String(randomInt(1e9));
  const person = { first_name: 'Ada', last_name: mark, email, email_key: email, phone: '', organization_name: 'Firm' };
  await db
    .insertInto('tickets')
    .values({
      source: 'eventbrite',
      external_id: ticket,
      account_id: id,
      status: 'valid',
      order_id: `order ${ticket}`,
      ...person,
      organization_type: 'WOSB',
      ticket_type: 'General',
      imported_at: now(),
      updated_at: now(),
      source_changed_at: null,
      cancelled_at: null,
      erased_at: null,
    })
    .execute();
  const words = { subject: 'Activate your account', text: 'with this link' };
  const outboxId = await enqueue(db, t.services, {
    kind: 'mail',
    recipient: email,
    accountId: id,
    expiresAt: now() + 60_000,
    ...words,
  });
  await db
    .insertInto('invitations')
    .values({ outbox_id: outboxId, account_id: id, kind: 'mail', created_at: now() })
    .execute();
  return ticket;
}
