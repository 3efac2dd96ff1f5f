import { expect, test, vi } from 'vitest';
import { workUntilStopped } from './workUntilStopped.ts';

test('workUntilStopped: a failure of several turns is logged once, and again after a turn that succeeded', async () => {
  const log = { error: vi.fn() };
  const turns = ['lost', 'lost', 'locked', 'lost', '', 'lost', 'lost'];
  let taken = 0;
  const stop = workUntilStopped({
    turn: async () => {
      const failure = turns[taken++];
      if (failure) throw new Error(failure);
      return false;
    },
    pauseMs: 1,
    log,
    failure: 'retrying',
  });
  await expect.poll(() => taken).toBeGreaterThan(turns.length);
  await stop();

  const logged = log.error.mock.calls.map(([error, text]) => `${text}: ${error.message}`);
  expect(logged).toEqual(['lost', 'locked', 'lost', 'lost'].map((failure) => `retrying: ${failure}`));
});
