import { createHook } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import { type Reply, refusal } from '@companion/testkit/apiClient';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashToken, randomToken } from '../../platform/deriveKeys.ts';
import { MINUTE } from '../../platform/time.ts';
import { hashPassword } from './password.ts';
import { claimReset, releaseReset } from './resets.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

const GOOD = { newPassword: 'cedar-river-42', confirmPassword: 'cedar-river-42' };
const countOf = (replies: Reply[], status: number) => replies.filter((reply) => reply.status === status).length;

/** A reset token of this account, as if it had been mailed. */
async function resetOf(profile: { id: string; email: string }): Promise<string> {
  const token = randomToken();
  const at = t.clock.now();
  await t.services.db
    .insertInto('password_resets')
    .values({
      token_hash: hashToken(token),
      email_key: profile.email,
      account_id: profile.id,
      created_at: at,
      expires_at: at + 60_000,
      used_at: null,
    })
    .execute();
  return token;
}

/** How many passwords `work` hashes, and how many at most at once. */
async function hashesDuring(work: () => Promise<unknown>): Promise<{ all: number; max: number }> {
  const running = new Set<number>();
  const seen = { all: 0, max: 0 };
  const hook = createHook({
    init(id, type) {
      if (type !== 'ARGON2REQUEST') return;
      running.add(id);
      seen.all += 1;
      seen.max = Math.max(seen.max, running.size);
    },
    before: (id) => void running.delete(id),
  }).enable();
  await work().finally(() => hook.disable());
  return seen;
}

test('resetPassword: of 550 concurrent uses of one token one succeeds and hashes a password, and a vote is not delayed (decision 034)', async () => {
  const { profile } = await t.register();
  const { access_token: token } = await t.register();
  const resetToken = await resetOf(profile);

  let replies: Reply[] = [];
  let vote: Reply | undefined;
  const hashes = await hashesDuring(async () => {
    const flood = Array.from({ length: 550 }, () => t.send('resetPassword', { body: { ...GOOD, resetToken } }));
    const voting = t.send('createVote', { token, body: { campaignId: 'agenda', contentId: 'opening', vote: 'up' } });
    [replies, vote] = await Promise.all([Promise.all(flood), voting]);
  });

  expect(hashes).toEqual({ all: 1, max: 1 });
  expect(countOf(replies, 200)).toBe(1);
  expect(replies.filter(({ status }) => status !== 200)).toEqual(
    Array(549).fill(refusal(400, 'Reset password token has expired.')),
  );
  expect(vote?.status).toBe(201);
});

test('hashPassword: two at once, twenty wait, more are unavailable', async () => {
  let hashed: PromiseSettledResult<string>[] = [];
  const hashes = await hashesDuring(async () => {
    hashed = await Promise.allSettled(Array.from({ length: 30 }, () => hashPassword('cedar')));
  });

  expect(hashes).toEqual({ all: 22, max: 2 });
  const refused = hashed.filter((each) => each.status === 'rejected');
  expect(refused.map(({ reason }) => reason.kind)).toEqual(Array(8).fill('unavailable'));
});

test('resetPassword: a token that was rejected because too many wait can be used again (decision 034)', async () => {
  const { profile } = await t.register();
  const resetToken = await resetOf(profile);
  let full = true;
  const keepFull = async () => {
    while (full) await hashPassword('cedar').catch(() => setImmediate());
  };
  const filling = Array.from({ length: 22 }, keepFull);

  const response = await t.request('resetPassword', { body: { ...GOOD, resetToken } });
  full = false;
  await Promise.all(filling);

  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
  expect((await t.send('resetPassword', { body: { ...GOOD, resetToken } })).status).toBe(200);
});

test('resetPassword: a released token does not become valid again after a newer one (decision 034)', async () => {
  const { profile } = await t.register();
  await t.ask('sendResetPassword', { body: { email: profile.email } });
  const [older] = await t.services.db
    .selectFrom('password_resets')
    .selectAll()
    .where('account_id', '=', profile.id)
    .execute();
  if (!older) throw new Error('no reset');
  const at = t.clock.now();
  await claimReset(t.services.db, older.token_hash, at);
  t.clock.advance(2 * MINUTE);
  await t.ask('sendResetPassword', { body: { email: profile.email } });

  await releaseReset(t.services.db, older.token_hash, at);

  const unused = await t.services.db
    .selectFrom('password_resets')
    .select('token_hash')
    .where('account_id', '=', profile.id)
    .where('used_at', 'is', null)
    .execute();
  expect(unused).toHaveLength(1);
  expect(unused).not.toContainEqual({ token_hash: older.token_hash });
});
