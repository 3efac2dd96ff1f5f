import { type CallName, calls } from '@companion/contract/calls';
import { BODY_LIMIT } from '@companion/contract/constants';
import type { Call } from '@companion/contract/defineCall';
import type { Credentials } from '@companion/contract/session';
import { replyOf } from '@companion/testkit/apiClient';
import { changesDuring } from '@companion/testkit/databaseChanges';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { attendee } from '@companion/testkit/testServer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let t: ServerTest;
let me: Credentials;
let other: Credentials;
beforeAll(async () => {
  t = await startServerTest({ REFRESHES_PER_ADDRESS: '100000' });
  // With a proved phone, which shares by SMS need.
  [me, other] = [await t.registerProved(), await t.register()];
});
afterAll(() => t.stop());

const ITEM = { campaignId: 'agenda', contentId: 'opening' };
const flags = { registrationComplete: true, preEventComplete: false, postEventComplete: false, smsEnabled: true };

/** A valid body for every call with a body; the test breaks one field at a time. */
const BODIES = {
  login: { phone: '(202) 555-0143', email: 'a@example.com' },
  smsLogin: { phone: '(202) 555-0143', code: '123456' },
  autologin: { token: 'x' },
  refresh: { refresh_token: 'x', token: 'x' },
  logout: { refresh_token: 'x', token: 'x' },
  createAccount: { ...attendee(), ...flags },
  updateAccount: { ...attendee(), ...flags },
  answerQuestion: { campaignId: 'pre-event', questionId: 'pre-yes', answers: ['yes'], comment: 'x' },
  createComment: { ...ITEM, comment: 'x' },
  updateComment: { ...ITEM, comment: 'x' },
  createVote: { ...ITEM, vote: 'up' },
  updateVote: { ...ITEM, vote: 'up' },
  createAudienceQuestion: { contentId: 'opening', text: 'x' },
  upvoteAudienceQuestion: { upvoted: true },
  shareMail: { ...ITEM, to: 'a@example.com' },
  shareSms: { ...ITEM, to: '(202) 555-0143' },
  sendFeedback: { message: 'x' },
  sendResetPassword: { email: 'a@example.com' },
  validateToken: { token: 'x' },
  resetPassword: { newPassword: 'a password', confirmPassword: 'a password', resetToken: 'x' },
} satisfies Partial<Record<CallName, object>>;

const PARAMS = (): Partial<Record<CallName, Record<string, string>>> => ({
  getAccount: { id: me.profile.id },
  updateAccount: { id: me.profile.id },
  getQuestion: { campaignId: 'pre-event', questionId: 'pre-yes' },
  answerQuestion: { questionId: 'pre-yes' },
  getContentItem: ITEM,
  getAudienceQuestions: { contentId: 'opening' },
  upvoteAudienceQuestion: { audienceQuestionId: 'unknown' },
});

interface Attempt {
  what: string;
  params?: Record<string, string>;
  /** The value as it is sent. */
  body?: string | Uint8Array<ArrayBuffer>;
  type?: string | null;
  token?: string;
}

const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
const NOT_JSON_OBJECTS = [
  '',
  '{',
  '{"a":}',
  'nul',
  '[]',
  '[{}]',
  '"text"',
  '7',
  'true',
  'null',
  '{}',
  '\u{FEFF}{}',
  '\0',
];
const TEXTS = ['\0', 'a\0b', '\uD800', 'x\uDC00y', 'x'.repeat(40_000), '', ' '];
const WRONG: Record<string, unknown[]> = {
  string: [7, true, null, [], {}, ['x'], { toString: 'x' }, ...TEXTS],
  boolean: ['true', 1, null, [], {}],
  object: ['x', 7, null, {}, [[]], [{}], [null], ['\0'], ['\uD800'], Array(9000).fill(1)],
};
/** Optional fields may also be empty. */
const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === '';
const OPTIONAL = ['login.email', 'refresh.refresh_token', 'refresh.token', 'logout.token', 'answerQuestion.comment'];
const IDS = [
  'unknown',
  '__proto__',
  'constructor',
  '\0',
  '..',
  '../..',
  '%00',
  "' or '1'='1",
  'x'.repeat(90),
  'x'.repeat(5000),
];

function brokenBodies(name: keyof typeof BODIES): Attempt[] {
  const valid: Record<string, unknown> = BODIES[name];
  const json = JSON.stringify(valid);
  const fields = Object.entries(valid).flatMap(([field, value]) =>
    [...(WRONG[typeof value] ?? []), DEEP]
      .filter((wrong) => !(OPTIONAL.includes(`${name}.${field}`) && isBlank(wrong)))
      .map((wrong) => ({
        what: `${field}: ${JSON.stringify(wrong).slice(0, 60)}`,
        body:
          wrong === DEEP
            ? JSON.stringify({ ...valid, [field]: 0 }).replace(`"${field}":0`, `"${field}":${DEEP}`)
            : JSON.stringify({ ...valid, [field]: wrong }),
      })),
  );
  return [
    ...NOT_JSON_OBJECTS.map((body) => ({ what: `body ${JSON.stringify(body)}`, body })),
    { what: 'body of bytes', body: new Uint8Array([0xff, 0xfe, 0x00, 0x80]) },
    { what: 'deep body', body: DEEP },
    { what: 'too large', body: JSON.stringify({ ...valid, more: 'x'.repeat(BODY_LIMIT) }) },
    { what: '__proto__', body: json.replace('{', '{"__proto__":{"isAdmin":true},') },
    { what: 'constructor.prototype', body: json.replace('{', '{"constructor":{"prototype":{"isAdmin":true}},') },
    ...[
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/html',
      '*',
      null,
    ].map((type) => ({ what: `content type ${type}`, body: json, type })),
    ...fields,
  ];
}

/** Requests to this call that must be rejected. */
function attempts(name: CallName): Attempt[] {
  const call: Call = calls[name];
  const params = PARAMS()[name];
  const body = name in BODIES ? JSON.stringify(BODIES[name as keyof typeof BODIES]) : undefined;
  // `in` does not narrow a plain name.
  const bodies = name in BODIES ? brokenBodies(name as keyof typeof BODIES) : [];
  const ids = Object.keys(params ?? {}).flatMap((field) =>
    [...IDS, other.profile.id].map((id) => ({
      what: `${field} ${id.slice(0, 40)}`,
      params: { ...params, [field]: id },
      body,
    })),
  );
  const strangers = call.caller === 'public' ? [] : ['', 'garbage', me.refresh_token, `${me.access_token}x`];
  return [...bodies, ...ids, ...strangers.map((token) => ({ what: `token ${token.slice(0, 9)}`, body, token }))];
}

function send(name: CallName, { params = PARAMS()[name], body, type, token = me.access_token }: Attempt) {
  const call: Call = calls[name];
  const path = call.path.replace(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(params?.[field] ?? ''));
  // Bytes carry no content type of their own.
  const sent = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const contentType = body === undefined || type === null ? {} : { 'content-type': type ?? 'application/json' };
  return fetch(`${t.url}/api${path}`, {
    method: call.method,
    headers: { ...contentType, ...(call.caller === 'account' ? { authorization: `Bearer ${token}` } : {}) },
    ...(sent === undefined ? {} : { body: sent }),
  });
}

/** Undefined for a 4xx with exactly `{message, traceId[, errors]}`; else a description of the answer. */
async function faultOf(response: Response): Promise<string | undefined> {
  const { status, body } = await replyOf(response);
  const { message, traceId, errors, ...more } = body as Record<string, unknown>;
  const texts = [message, traceId, ...Object.values(errors ?? {})];
  const json = JSON.stringify(body);
  const isRefusal =
    status >= 400 &&
    status < 500 &&
    texts.every((text) => typeof text === 'string' && text !== '') &&
    Object.keys(more).length === 0 &&
    !/node_modules|\.ts:|SQLITE|constraint|stack|expected|Invalid input/i.test(json);
  return isRefusal ? undefined : `${status} ${json.slice(0, 300)}`;
}

describe('every bad input is a 4xx with exactly {message, traceId[, errors]}, and changes nothing (decision 032)', () => {
  test.each(Object.keys(calls) as CallName[])('%s', async (name) => {
    const faults: string[] = [];
    let made = 0;
    const changes = await changesDuring(t, async () => {
      for (const attempt of attempts(name)) {
        made++;
        const fault = await faultOf(await send(name, attempt));
        if (fault) faults.push(`${attempt.what} -> ${fault}`);
      }
    });

    expect(faults).toEqual([]);
    expect(changes).toEqual({});
    expect(made).toBeGreaterThan(3);
  });
});

test('handle: a body of exactly 64 KiB is read, one byte more is 413 (decision 032)', async () => {
  const size = (bytes: number) => {
    const empty = JSON.stringify({ phone: '', more: '' });
    return new TextEncoder().encode(empty.replace('"more":"', `"more":"${'x'.repeat(bytes - empty.length)}`));
  };
  const statusOf = async (bytes: number) => (await send('login', { what: 'size', body: size(bytes) })).status;

  expect([await statusOf(BODY_LIMIT), await statusOf(BODY_LIMIT + 1)]).toEqual([400, 413]);
});
