import { limit } from '../plugins/limit.ts';
import { Refusal } from '../plugins/refuse.ts';
import type { Services } from '../services.ts';

const DAY = 24 * 60 * 60_000;

/**
 * Counts one more SMS, on all nodes together: a guard against whoever has the server text for money (decisions).
 * @returns false once SMS_A_DAY have left within 24 hours
 */
export async function takeFromSmsBudget({ config, db, now }: Services): Promise<boolean> {
  try {
    await limit(db, now(), { key: 'sms budget', most: config.smsADay, window: DAY });
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
