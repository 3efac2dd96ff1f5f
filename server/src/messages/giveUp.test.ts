import { startWorkerTest, until, type WorkerTest } from '@companion/testkit/workerTest';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { giveUp } from './giveUp.ts';
import { NotDelivered } from './notDelivered.ts';

let w: WorkerTest;
beforeEach(async () => {
  w = await startWorkerTest();
});
afterEach(() => w.stop());

test('what cannot reach its recipient, or is refused as it is, is given up at once, and holds up no other', async () => {
  const [unreachable, refused, good] = [await w.put('unreachable'), await w.put('refused'), await w.put('good')];
  w.start(async ({ text }) => {
    if (text === 'refused') throw new NotDelivered('message', 'too long', { code: '21617' });
    if (text === 'unreachable') throw new NotDelivered('recipient', 'a landline', { code: '30006' });
  });
  await w.settled();

  // Only the recipient's own fault has a code: nothing else says that the next message would not arrive.
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

test('a message is given up once: of ten that say so at a time, one is heard', async () => {
  const id = await w.put('one');
  const heard: (string | null)[] = [];
  const reactions = {
    undeliverable: async (_db: unknown, _message: unknown, code: string | null) => void heard.push(code),
    delivered: async () => {},
  };

  await Promise.all(
    Array.from({ length: 10 }, (_, i) => giveUp(w.services, reactions, id, { reason: `${i}`, code: `${i}` })),
  );

  expect(heard).toEqual([(await w.row()).last_error]);
});

test('what follows fails: the message is not given up either, and is tried again', async () => {
  const id = await w.put('one');
  const failing = { undeliverable: () => Promise.reject(new Error('no')), delivered: async () => {} };

  await expect(giveUp(w.services, failing, id, { reason: 'a landline', code: '30006' })).rejects.toThrow('no');

  expect(await w.row()).toMatchObject({ failed_at: null, last_error: null });
});

test('a provider that refuses the settings is an error in the log, and the message waits until they are mended', async () => {
  await w.put('one');
  let areWrong = true;
  w.start(async () => {
    if (areWrong) throw new NotDelivered('settings', 'see TWILIO_FROM', { code: '21606' });
  });
  await until(async () => (await w.row()).next_attempt_at > w.clock.now);
  expect(w.logged).toMatchObject([{ level: 50, reason: 'see TWILIO_FROM' }]);

  areWrong = false;
  w.clock.now = (await w.row()).next_attempt_at;
  await w.settled();
  expect(await w.row()).toMatchObject({ sent_at: w.clock.now, failed_at: null });
  expect(w.undeliverable).toEqual([]);
});
