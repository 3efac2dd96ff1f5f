import type { TwilioPeer } from '@companion/testkit/twilioPeer';
import { announceToAll } from '../system/announceToAll.ts';
import type { Audience } from '../system/audience.ts';
import { openLoop } from '../system/loops.ts';
import { quantile, quantileText } from '../system/results.ts';
import type { System } from '../system/systems.ts';

/** How much slower a code may be at p99 while an announcement is sent. */
const SLOWER_MS = 1_000;
const LOST_AFTER_MS = 30_000;

/**
 * How long a code takes from the sign-in to the provider: first alone, which is the floor, then while an announcement is
 * texted to everyone.
 */
export async function measureAnnouncement(
  system: System,
  audience: Audience,
  peer: TwilioPeer,
  { signInsASecond, seconds }: { signInsASecond: number; seconds: number },
): Promise<void> {
  const texted = new Map<string, () => void>();
  peer.answer(({ To, Body }) => {
    if (Body.includes('sign-in code')) texted.get(To)?.();
    return 'take';
  });
  await system.db.updateTable('accounts').set({ phone_proved_at: 1, confirmed_at: 1 }).execute();
  const count = signInsASecond * seconds;
  const codesOf = async (first: number): Promise<number[]> => {
    const delays: number[] = [];
    await openLoop(count, seconds, async (number, send) => {
      const { phone } = audience.account(first + number);
      const begun = performance.now();
      const arrived = new Promise<boolean>((resolve) => {
        texted.set(phone, () => resolve(true));
        setTimeout(resolve, LOST_AFTER_MS, false).unref();
      });
      const { status } = await send(audience.ask(first + number, { call: 'login', body: { phone } }));
      // It would be waited for without end.
      if (status !== 200) throw new Error(`A code could not be asked for: ${status}`);
      if (!(await arrived)) throw new Error(`A code has not arrived within ${LOST_AFTER_MS / 1000} s.`);
      delays.push(performance.now() - begun);
    });
    return delays.sort((a, b) => a - b);
  };
  const alone = await codesOf(0);
  peer.taken.length = 0;
  await announceToAll(system, { sms: true });
  const besides = await codesOf(count);
  const announced = peer.taken.filter(({ Body }) => Body.includes('west hall')).length;
  const slower = quantile(besides, 0.99) - quantile(alone, 0.99);
  const ratio = (quantile(besides, 0.99) / quantile(alone, 0.99)).toFixed(2);
  const people = audience.accounts.length;
  console.log(`  announcement by SMS to ${people} during ${signInsASecond} sign-ins a second for ${seconds} s`);
  console.log(`      a code without it, the floor: p50, p99 ${quantileText(alone, [0.5, 0.99])}`);
  console.log(`      a code while it is sent: p50, p99 ${quantileText(besides, [0.5, 0.99])}`);
  const verdict = slower <= SLOWER_MS ? 'ok' : 'short';
  console.log(`      slower at p99: ${slower.toFixed(0)} ms, ratio ${ratio}; at most ${SLOWER_MS} ms: ${verdict}`);
  console.log(`      announcements delivered meanwhile: ${announced} of ${people}`);
}
