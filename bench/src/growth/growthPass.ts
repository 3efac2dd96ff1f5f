import { leaseMessages, retryLater } from '@companion/server/messages/outbox';
import { autocommit } from '@companion/server/platform/transact';
import { sweep } from '@companion/server/sweep';
import { filledPhone } from '@companion/testkit/fillDatabase';
import type { FilledServer } from '@companion/testkit/filledServer';
import { readSignIn } from '@companion/testkit/readSignIn';

/** The steps of one pass: the calls of an attendee, and the server's background work. */
export const STEPS = [
  { step: 'login', isAttendees: true },
  { step: 'smsLogin', isAttendees: true },
  { step: 'getContent', isAttendees: true },
  { step: 'createVote', isAttendees: true },
  { step: 'answerQuestion', isAttendees: true },
  { step: 'refresh', isAttendees: true },
  { step: 'outbox lease', isAttendees: false },
  { step: 'sweep', isAttendees: false },
  { step: 'metrics', isAttendees: false },
] as const;
export type Step = (typeof STEPS)[number]['step'];

const OPENING = { campaignId: 'agenda', contentId: 'opening' };
const LEASE_SIZE = 10;
/** The metrics cache the outbox counts for this long. */
const COUNT_INTERVAL_MS = 15_000;

/** One person signs in, reads, votes, answers and refreshes the session; then the server does its background work once. */
export async function measurePass(
  server: FilledServer,
  person: number,
  note: (step: Step, ms: number) => void,
): Promise<void> {
  const { ask, services } = server;
  const timed = async <Result>(step: Step, work: () => Promise<Result>): Promise<Result> => {
    const begin = performance.now();
    const result = await work();
    note(step, performance.now() - begin);
    return result;
  };

  const phone = filledPhone(person);
  await timed('login', () => ask('login', { body: { phone } }));
  const { code } = readSignIn(await server.readMessage(phone));
  const signedIn = await timed('smsLogin', () => ask('smsLogin', { body: { phone, code } }));
  const { access_token: token, refresh_token: refreshToken, profile } = signedIn;
  await ask('confirmRegistration', { token, params: { id: profile.id }, body: { mine: true } });
  await timed('getContent', () => ask('getContent', { token }));
  await timed('createVote', () => ask('createVote', { token, body: { ...OPENING, vote: 'up' } }));
  const answer = { campaignId: 'polls', questionId: 'poll-a', answers: ['yes'], comment: '' };
  await timed('answerQuestion', () => ask('answerQuestion', { token, params: { questionId: 'poll-a' }, body: answer }));
  await timed('refresh', () => ask('refresh', { body: { refresh_token: refreshToken } }));

  const leased = await timed('outbox lease', () =>
    autocommit(services, (db) => leaseMessages(db, services, { kind: 'sms', max: LEASE_SIZE, leaseFor: 60_000 })),
  );
  if (leased.length === 0) throw new Error('No message was due');
  // Returned to the queue, so that the backlog keeps its size.
  await autocommit(services, async (db) => {
    for (const message of leased) await retryLater(db, message, 'busy', services.now());
  });
  await timed('sweep', () => sweep(services));
  server.advance(COUNT_INTERVAL_MS);
  await timed('metrics', () => server.app.inject('/metrics'));
}
