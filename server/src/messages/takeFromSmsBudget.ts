import { limit } from '../plugins/limit.ts';
import { Refusal } from '../plugins/refuse.ts';
import type { Services } from '../services.ts';
import { autocommit } from '../transact.ts';

const DAY = 24 * 60 * 60_000;

/**
 * Counts one more SMS, on all nodes together: a guard against whoever has the server text for money (decisions).
 * @returns false once SMS_A_DAY have left within 24 hours
 */
export async function takeFromSmsBudget(services: Services): Promise<boolean> {
  try {
    const budget = { key: 'sms budget', most: services.config.smsADay, window: DAY };
    await autocommit(services, (db) => limit(db, services.now(), budget));
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
