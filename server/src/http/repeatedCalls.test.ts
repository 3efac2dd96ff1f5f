import { randomUUID } from 'node:crypto';
import { profileFields } from '@companion/contract/account';
import { type CallName, calls } from '@companion/contract/calls';
import { pathOf } from '@companion/contract/defineCall';
import type { Credentials } from '@companion/contract/session';
import type { Given } from '@companion/testkit/apiClient';
import { operationsSample } from '@companion/testkit/operationsSample';
import { type PushPeer, startPushPeer } from '@companion/testkit/pushPeer';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { attendee, simulatedPhone } from '@companion/testkit/testServer';
import { afterAll, beforeAll, expect, test } from 'vitest';

/* A proxy that gets no answer from one node sends the same request to another, which must not deny what was done. */

let peer: PushPeer;
let t: ServerTest;
beforeAll(async () => {
  peer = await startPushPeer();
  t = await startServerTest(peer.settings);
});
afterAll(async () => {
  await t.stop();
  await peer.stop();
});

/** What uses up a code or a link, or sends one a minute. The proxy must not repeat them. */
const ONCE: CallName[] = ['smsLogin', 'provePhone', 'sendPhoneCode', 'sendEmailProof', 'resetPassword'];

const ITEM = { campaignId: 'agenda', contentId: 'opening' };
const mine = ({ profile, access_token }: Credentials) => ({ token: access_token, params: { id: profile.id } });
const linkIn = async (email: string, pattern: RegExp) => {
  const mail = (await t.outbox()).find(({ to, text }) => to === email && pattern.test(text));
  return pattern.exec(mail?.text ?? '')?.[1] ?? '';
};
const EMAIL_LINK = /\?confirm=([\w.-]+)/;
const RESET_LINK = /\?token=([\w.-]+)/;
let numbers = 1350;

/** A session with a claimed number, and the code that was texted to it. */
async function claimPhone() {
  const owner = await t.registerProved();
  const phone = simulatedPhone(numbers++);
  await t.ask('updateAccount', { ...mine(owner), body: { ...profileFields.parse(owner.profile), phone } });
  return { owner, code: /^\d{6}/.exec((await t.textsTo(phone))[0] ?? '')?.[0] };
}

async function requestReset(): Promise<string> {
  const { email } = (await t.register()).profile;
  await t.ask('sendResetPassword', { body: { email } });
  return linkIn(email, RESET_LINK);
}

/** A request that succeeds, of each call that is not a GET. */
const REQUESTS: Partial<Record<CallName, () => Promise<Given>>> = {
  login: async () => ({ body: { phone: (await t.register()).profile.phone } }),
  smsLogin: async () => {
    const { phone } = (await t.register()).profile;
    return { body: { phone, code: (await t.requestSignIn(phone)).code } };
  },
  autologin: async () => {
    const { phone } = (await t.register()).profile;
    return { body: { token: (await t.requestSignIn(phone)).linkToken } };
  },
  refresh: async () => ({ body: { refresh_token: (await t.register()).refresh_token } }),
  logout: async () => ({ body: { refresh_token: (await t.register()).refresh_token } }),
  createAccount: async () => ({ body: attendee() }),
  updateAccount: async () => {
    const owner = await t.register();
    return { ...mine(owner), body: { ...profileFields.parse(owner.profile), firstName: 'Augusta' } };
  },
  confirmRegistration: async () => {
    const { phone } = (await t.register()).profile;
    const owner = await t.ask('smsLogin', { body: { phone, code: (await t.requestSignIn(phone)).code } });
    return { ...mine(owner), body: { mine: false } };
  },
  provePhone: async () => {
    const { owner, code } = await claimPhone();
    return { ...mine(owner), body: { code } };
  },
  sendPhoneCode: async () => {
    const { owner } = await claimPhone();
    t.clock.advance(61_000);
    return mine(owner);
  },
  cancelPhoneChange: async () => mine((await claimPhone()).owner),
  sendEmailProof: async () => {
    const owner = await t.registerProved();
    t.clock.advance(61_000);
    return mine(owner);
  },
  proveEmail: async () => {
    const owner = await t.registerProved();
    return { ...mine(owner), body: { token: await linkIn(owner.profile.email, EMAIL_LINK) } };
  },
  answerQuestion: async () => ({
    ...mine(await t.register()),
    params: { questionId: 'pre-yes' },
    body: { campaignId: 'pre-event', questionId: 'pre-yes', answers: ['yes'], comment: '' },
  }),
  createVote: async () => ({ ...mine(await t.register()), body: { ...ITEM, vote: 'up' } }),
  updateVote: async () => ({ ...mine(await t.register()), body: { ...ITEM, vote: 'up' } }),
  createComment: async () => ({ ...mine(await t.register()), body: { ...ITEM, comment: 'Good.' } }),
  saveSession: async () => ({ ...mine(await t.register()), body: { ...ITEM, saved: true } }),
  saveOwnNote: async () => ({ ...mine(await t.register()), body: { ...ITEM, note: 'Ask.', before: [] } }),
  createOwnCalendar: async () => mine(await t.register()),
  endOwnCalendar: async () => {
    const owner = mine(await t.register());
    await t.ask('createOwnCalendar', owner);
    return owner;
  },
  saveNoticeSettings: async () => ({
    ...mine(await t.register()),
    body: { changes: true, reminders: false, announcements: true },
  }),
  savePushDevice: async () => ({ ...mine(await t.register()), body: peer.subscribe() }),
  endPushDevice: async () => {
    const [owner, body] = [mine(await t.register()), peer.subscribe()];
    await t.ask('savePushDevice', { ...owner, body });
    return { ...owner, body: { endpoint: body.endpoint } };
  },
  updateComment: async () => ({ ...mine(await t.register()), body: { ...ITEM, comment: 'Good.' } }),
  createAudienceQuestion: async () => ({
    ...mine(await t.register()),
    body: { contentId: ITEM.contentId, text: 'Why?' },
  }),
  upvoteAudienceQuestion: async () => {
    const owner = mine(await t.register());
    const { id } = (
      await t.ask('createAudienceQuestion', { ...owner, body: { contentId: ITEM.contentId, text: 'Why?' } })
    ).results;
    return { ...owner, params: { audienceQuestionId: id }, body: { upvoted: true } };
  },
  shareMail: async () => ({ ...mine(await t.registerProved()), body: { ...ITEM, to: attendee().email } }),
  shareSms: async () => ({ ...mine(await t.registerProved()), body: { ...ITEM, to: simulatedPhone(numbers++) } }),
  sendFeedback: async () => ({ ...mine(await t.register()), body: { message: 'Thank you.' } }),
  sendResetPassword: async () => ({ body: { email: (await t.register()).profile.email } }),
  validateToken: async () => ({ body: { token: await requestReset() } }),
  resetPassword: async () => {
    const password = 'cedar-river-42';
    return { body: { newPassword: password, confirmPassword: password, resetToken: await requestReset() } };
  },
};

// Object.keys loses the key type.
const writes = (Object.keys(calls) as CallName[]).filter((name) => calls[name].method !== 'GET');

test.each(writes)(
  '%s: a proxy that repeats it gets a success again, or must not repeat it (decision 044)',
  async (name) => {
    const given = await REQUESTS[name]?.();
    // As the app sends it; a proxy repeats the header.
    const key = calls[name].idempotent ? { headers: { 'idempotency-key': randomUUID() } } : {};
    const [first, second] = [await t.send(name, { ...given, ...key }), await t.send(name, { ...given, ...key })];

    expect(first).toMatchObject({ status: calls[name].status });
    expect(second.status === first.status).toBe(!ONCE.includes(name));
  },
);

test('operations: the nginx sample repeats every POST but these (decision 044)', () => {
  const sample = operationsSample(/^nginx:$/, {});
  const locations = sample.matchAll(/location ~ (\S+) \{[^}]*proxy_next_upstream error timeout;/g);
  const patterns = [...locations].map(([, pattern = '']) => new RegExp(pattern));
  const exempt = writes.filter((name) => {
    const path = `/api${pathOf(calls[name], { id: randomUUID() })}`;
    return patterns.some((pattern) => pattern.test(path));
  });

  expect(sample).toContain('non_idempotent');
  expect(exempt).toEqual(ONCE);
});
