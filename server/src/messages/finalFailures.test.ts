import { startWorkerTest, type WorkerTest, waitUntil } from '@companion/testkit/workerTest';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NotDelivered } from './provider.ts';

let w: WorkerTest;
beforeEach(async () => {
  w = await startWorkerTest();
});
afterEach(() => w.stop());

test('outbox worker: a message that the provider rejects, or that cannot reach its recipient, fails at once and delays no other', async () => {
  const [unreachable, refused, good] = [await w.put('unreachable'), await w.put('refused'), await w.put('good')];
  w.start(async ({ text }) => {
    if (text === 'refused') throw new NotDelivered('message', 'too long', { code: '21617' });
    if (text === 'unreachable') throw new NotDelivered('recipient', 'a landline', { code: '30006' });
  });
  await w.settled();

  // Only a fault of the recipient keeps its code: it alone means that the next message would not arrive either.
  expect(new Map(w.undeliverable)).toEqual(
    new Map([
      [unreachable, '30006'],
      [refused, null],
    ]),
  );
  const rows = await w.services.db.selectFrom('outbox').selectAll().execute();
  expect(new Map(rows.map((row) => [row.id, [row.attempts, row.failed_at, row.sent_at, row.last_error]]))).toEqual(
    new Map([
      [unreachable, [1, w.clock.now, null, 'a landline']],
      [refused, [1, w.clock.now, null, 'too long']],
      [good, [1, null, w.clock.now, null]],
    ]),
  );
});

test('outbox worker: a provider that rejects the settings is logged as an error, and the message waits until they are corrected', async () => {
  await w.put('one');
  let areWrong = true;
  w.start(async () => {
    if (areWrong) throw new NotDelivered('settings', 'see TWILIO_FROM', { code: '21606' });
  });
  await waitUntil(async () => (await w.row()).next_attempt_at > w.clock.now);
  expect(w.logged).toMatchObject([{ level: 50, reason: 'see TWILIO_FROM' }]);

  areWrong = false;
  w.clock.now = (await w.row()).next_attempt_at;
  await w.settled();
  expect(await w.row()).toMatchObject({ sent_at: w.clock.now, failed_at: null });
  expect(w.undeliverable).toEqual([]);
});
